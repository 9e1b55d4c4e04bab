import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A page of cards: as wide as the window, up to a limit beyond which rows get too long. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <Box maxW="1800px" mx="auto" px={{ base: '4', md: '6', lg: '10' }} pt={{ base: '6', md: '9' }} pb="24">
      {children}
    </Box>
  );
}
