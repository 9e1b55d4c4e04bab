import { Box } from '@chakra-ui/react';

/** Marks its link or button as having something new. */
export const Dot = ({ top, right }: { top: string; right: string }) => (
  <Box
    position="absolute"
    top={top}
    right={right}
    boxSize="9px"
    borderRadius="full"
    bg={{ base: 'thread.600', _dark: 'thread.500' }}
    outline="2px solid"
    outlineColor="bg"
  />
);
