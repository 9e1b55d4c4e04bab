import { Box, chakra, Dialog, Flex, Text } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { FormFooter } from '../../ui/form-footer.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { UserAvatar } from '../../ui/user-avatar.tsx';
import type { Interested } from './deal-calls.ts';

const Choice = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '14',
    px: '3',
    borderRadius: 'l2',
    cursor: 'pointer',
    _hover: { bg: 'bg.subtle' },
    '&:has(:checked)': { bg: 'bg.muted' },
  },
});

interface ChoicesProps {
  label: string;
  interested: readonly Interested[];
  /** The conversation with the chosen member; null for somebody else. */
  chosen: string | null | undefined;
  onChoose: (conversationId: string | null) => void;
}

function Choices({ label, interested, chosen, onChoose }: ChoicesProps) {
  const radio = (value: string | null) => (
    <input type="radio" name="other" checked={chosen === value} onChange={() => onChoose(value)} />
  );
  return (
    <Box role="radiogroup" aria-label={label} mx="-3">
      {interested.map(({ person, conversationId }) => (
        <Choice key={conversationId}>
          {radio(conversationId)}
          <UserAvatar person={person} size="sm" />
          <Text as="span" minW="0" truncate>
            {person.username}
          </Text>
        </Choice>
      ))}
      <Choice>
        {radio(null)}
        <Flex direction="column">
          <span>Somebody else</span>
          <Text as="span" textStyle="xs" color="fg.muted">
            Nothing is recorded
          </Text>
        </Flex>
      </Choice>
    </Box>
  );
}

interface NameOtherDialogProps {
  title: string;
  interested: readonly Interested[];
  /** Null for somebody else. Rejects with a `Problem`. */
  onName: (conversationId: string | null) => Promise<void>;
  onClose: () => void;
}

/** Asks the owner of a sold or found item with whom they made the deal. */
export function NameOtherDialog({ title, interested, onName, onClose }: NameOtherDialogProps) {
  const [chosen, setChosen] = useState<string | null | undefined>();
  const [error, setError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    if (chosen === undefined) return setError('Choose one first');
    setSending(true);
    try {
      await onName(chosen);
      onClose();
    } catch (problem) {
      setError(messageOf(problem, 'That did not work. Please try again.'));
      setSending(false);
    }
  };
  const choose = (conversationId: string | null) => {
    setChosen(conversationId);
    setError(null);
  };
  return (
    <DialogFrame size="form" onClose={onClose}>
      <form noValidate style={{ display: 'contents' }} onSubmit={(event) => void send(event)}>
        <Dialog.Header borderBottomWidth="1px" pb="4">
          <Dialog.Title>{title}</Dialog.Title>
        </Dialog.Header>
        <Dialog.Body pt="4" pb="5">
          <Text textStyle="sm" color="fg.muted" mb="3">
            They are asked to confirm it in your conversation. A yes makes it a deal on both profiles.
          </Text>
          <Choices label={title} interested={interested} chosen={chosen} onChoose={choose} />
          <ProblemNote text={error} isPast={isSending} mt="3" />
        </Dialog.Body>
        <FormFooter submit={['Save', 'Saving…']} isSubmitting={isSending} onCancel={onClose} />
      </form>
    </DialogFrame>
  );
}
