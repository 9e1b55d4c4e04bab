import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';

/** A new key, which is shown only this once. */
export function NewApiKey({ id, value, onDone }: { id: string; value: string; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Box id={id} tabIndex={-1}>
      <Heading as="h4" size="sm" mb="2" ref={heading} tabIndex={-1}>
        Your new key
      </Heading>
      <Text mb="4" textStyle="sm" color="fg.muted">
        Copy it to your program now: you won't see it again. Whoever has it can do what it may do.
      </Text>
      <Text
        mb="5"
        p="4"
        bg="bg.muted"
        fontFamily="mono"
        textStyle="sm"
        overflowWrap="anywhere"
        translate="no"
      >
        {value}
      </Text>
      <Flex gap="3" wrap="wrap">
        <CopyButton text={value} copied="API key copied" />
        <Button colorPalette="indigo" onClick={onDone}>
          I Have Saved It
        </Button>
      </Flex>
    </Box>
  );
}
