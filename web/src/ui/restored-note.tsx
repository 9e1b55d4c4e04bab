import { Button, Flex, Text } from '@chakra-ui/react';

/** Says in a form that its draft was restored, and offers an empty form. */
export function RestoredNote({ onStartOver }: { onStartOver: () => void }) {
  return (
    <Flex
      role="status"
      align="center"
      justify="space-between"
      wrap="wrap"
      columnGap="3"
      mb="5"
      ps="3"
      bg="bg.muted"
      borderRadius="l2"
    >
      <Text textStyle="sm">Your draft was restored.</Text>
      <Button type="button" variant="plain" size="sm" textDecoration="underline" onClick={onStartOver}>
        Start over
      </Button>
    </Flex>
  );
}
