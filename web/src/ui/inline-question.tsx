import { Button, Flex } from '@chakra-ui/react';
import { ANSWERS } from './double-press.ts';

interface InlineQuestionProps {
  /** The id of the button that asks, whose place the question takes: the focus moves to No, and back. */
  id: string;
  yes: string;
  no: string;
  isPending: boolean;
  onYes: () => void;
  onNo: () => void;
}

/** The answers to a question that takes the place of the button that asks it. */
export function InlineQuestion({ id, yes, no, isPending, onYes, onNo }: InlineQuestionProps) {
  return (
    <Flex gap="3" wrap="wrap" {...ANSWERS}>
      <Button minH="11" colorPalette="thread" disabled={isPending} onClick={onYes}>
        {yes}
      </Button>
      <Button id={id} minH="11" variant="outline" onClick={onNo}>
        {no}
      </Button>
    </Flex>
  );
}
