import { Button, Flex, Text } from '@chakra-ui/react';

/** Says in a form that what was typed before is back, and offers an empty one. */
export const RestoredNote = ({ onStartOver }: { onStartOver: () => void }) => (
  <Flex
    role="status"
    align="center"
    justify="space-between"
    gap="3"
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
