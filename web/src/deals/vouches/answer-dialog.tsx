import { Text } from '@chakra-ui/react';
import type { Vouch } from '@selvedge/shared/deals/vouches';
import { apiSend } from '../../lib/api.ts';
import { useTextDraft } from '../../lib/session/use-text-draft.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { answerOf } from './drafts.ts';
import { isTooLong, WordsField } from './vouch-form.tsx';

interface AnswerDialogProps {
  vouch: Vouch;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

/** Answers a vouch about the signed-in member. */
export default function AnswerDialog({ vouch, onSaved, onClose }: AnswerDialogProps) {
  const [text, change, draft] = useTextDraft(answerOf(vouch.id), '');
  const save = async () => {
    await apiSend('POST', `/api/vouches/${vouch.id}/answer`, { text });
    toast.success('Answer published');
    await onSaved();
  };
  return (
    <FormDialog
      title={`Answer ${vouch.writer.username}`}
      submit={['Publish Answer', 'Publishing...']}
      failed="Your answer could not be published. Please try again."
      isValid={!isTooLong(text)}
      save={save}
      draft={draft}
      onClose={onClose}
    >
      {vouch.text ? (
        <Text
          textStyle="sm"
          ps="3"
          borderStartWidth="3px"
          borderColor="border.emphasized"
          whiteSpace="pre-line"
        >
          {vouch.text}
        </Text>
      ) : null}
      <WordsField label="Your answer" text={text} onChange={change} />
      <Text textStyle="sm" color="fg.muted">
        You can answer once. Everyone can read it below the vouch, and it can't be changed.
      </Text>
    </FormDialog>
  );
}
