import { Button, Flex, Text } from '@chakra-ui/react';

/** Replaces content that could not be loaded. */
export function Failure({ text, retry }: { text: string; retry: () => void }) {
  return (
    <Flex role="alert" direction="column" align="flex-start" gap="3">
      <Text>{text}</Text>
      <Button variant="outline" onClick={retry}>
        Try Again
      </Button>
    </Flex>
  );
}
