import { Box, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A name and its value, one of several side by side in a `dl`. */
export function LabelledValue({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box>
      <Text as="dt" textStyle="xs" color="fg.subtle" mb="0.5">
        {name}
      </Text>
      <Text as="dd" textStyle="sm" fontWeight="medium">
        {children}
      </Text>
    </Box>
  );
}
