import { Text } from '@chakra-ui/react';
import { ADMIN_NOTE_MAX } from '@selvedge/shared/safety/report-reasons';
import { useTextDraft } from '../lib/session/use-text-draft.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextField } from '../ui/text-field.tsx';

interface VouchRemovalDialogProps {
  /** The vouch. */
  id: string;
  writer: string;
  /** Rejects with a `Problem`. */
  remove: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** Takes the reason for which an admin removes a vouch. */
export default function VouchRemovalDialog({ id, writer, remove, onClose }: VouchRemovalDialogProps) {
  const [reason, change, draft] = useTextDraft(`removal:${id}`, '');
  return (
    <FormDialog
      title={`Remove the vouch by ${writer}`}
      submit={['Remove Vouch', 'Removing...']}
      failed="The vouch could not be removed. Please try again."
      isValid={reason.trim() !== ''}
      save={() => remove(reason)}
      draft={draft}
      onClose={onClose}
    >
      <TextField label="Reason" maxLength={ADMIN_NOTE_MAX} text={reason} onChange={change} />
      <Text textStyle="sm" color="fg.muted">
        {writer} will read this reason. A removed vouch can't be restored.
      </Text>
    </FormDialog>
  );
}
