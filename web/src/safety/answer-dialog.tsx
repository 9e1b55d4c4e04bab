import { Field, Text } from '@chakra-ui/react';
import { ADMIN_NOTE_MAX, type AppealOutcome } from '@selvedge/shared/safety/report-reasons';
import type { Appeal } from '@selvedge/shared/safety/reports';
import { APPEAL_QUEUE, DECISION_FORM } from '@selvedge/shared/safety/safety-texts';
import { useTextDraft } from '../lib/session/use-text-draft.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextField } from '../ui/text-field.tsx';

interface AnswerDialogProps {
  appeal: Appeal;
  outcome: AppealOutcome;
  /** Rejects with a `Problem`. */
  answer: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** Takes the reason of the answer to an appeal. */
export default function AnswerDialog({ appeal, outcome, answer, onClose }: AnswerDialogProps) {
  const [reason, change, draft] = useTextDraft(`answer:${appeal.id}:${outcome}`, '');
  const { uphold, reverse } = APPEAL_QUEUE.consequence;
  return (
    <FormDialog
      title={APPEAL_QUEUE.actions[outcome]}
      submit={[APPEAL_QUEUE.actions[outcome], DECISION_FORM.busy]}
      failed={DECISION_FORM.failed}
      isValid={reason.trim() !== ''}
      save={() => answer(reason)}
      draft={draft}
      onClose={onClose}
    >
      <Text textStyle="sm">{outcome === 'uphold' ? uphold : reverse[appeal.party]}</Text>
      <TextField label={APPEAL_QUEUE.reason} maxLength={ADMIN_NOTE_MAX} text={reason} onChange={change}>
        <Field.HelperText>{APPEAL_QUEUE.reasonHelp}</Field.HelperText>
      </TextField>
    </FormDialog>
  );
}
