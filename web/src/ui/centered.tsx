import { Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A page with a single message. */
export function Centered({ children }: { children: ReactNode }) {
  return (
    <Flex direction="column" align="center" gap="3" px="6" py="28" textAlign="center">
      {children}
    </Flex>
  );
}
