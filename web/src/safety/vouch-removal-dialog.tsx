import { Field, Text, Textarea } from '@chakra-ui/react';
import { fieldSlotRecipe, textareaRecipe } from '@chakra-ui/react/theme';
import { ADMIN_NOTE_MAX } from '@selvedge/shared/report-reasons';
import { useTextDraft } from '../session/use-text-draft.ts';
import { withFieldEdge } from '../ui/field-edge.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { registerRecipes } from '../ui/theme/system.ts';

registerRecipes({
  recipes: { textarea: withFieldEdge(textareaRecipe) },
  slotRecipes: { field: fieldSlotRecipe },
});

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
  const [reason, change] = useTextDraft(`removal:${id}`, '');
  return (
    <FormDialog
      title={`Remove the vouch by ${writer}`}
      submit={['Remove Vouch', 'Removing...']}
      failed="The vouch could not be removed. Please try again."
      isValid={reason.trim() !== ''}
      save={() => remove(reason)}
      onClose={onClose}
    >
      <Field.Root required>
        <Field.Label>Reason</Field.Label>
        <Textarea
          rows={4}
          maxLength={ADMIN_NOTE_MAX}
          value={reason}
          onChange={({ target }) => change(target.value)}
        />
      </Field.Root>
      <Text textStyle="sm" color="fg.muted">
        {writer} will read this reason. A removed vouch can't be restored.
      </Text>
    </FormDialog>
  );
}
