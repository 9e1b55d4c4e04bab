import { Field, NativeSelect, Text } from '@chakra-ui/react';
import { nativeSelectSlotRecipe } from '@chakra-ui/react/theme';
import {
  ADMIN_NOTE_MAX,
  type Resolution,
  RULE_MAX,
  SUSPENSION_DAYS,
} from '@selvedge/shared/safety/report-reasons';
import type { Report } from '@selvedge/shared/safety/reports';
import { DECISION_FORM } from '@selvedge/shared/safety/safety-texts';
import { useTextDraft } from '../lib/session/use-text-draft.ts';
import { withSlotEdge } from '../ui/field-edge.ts';
import { FieldLabel } from '../ui/field-label.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { Input } from '../ui/text-input.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import { actionLabel } from './labels.ts';

registerRecipes({ slotRecipes: { nativeSelect: withSlotEdge(nativeSelectSlotRecipe, 'field') } });

function questionOf(action: Resolution, { subject, person }: Report): string {
  const texts: Record<Resolution, string> = {
    dismiss: DECISION_FORM.dismiss,
    remove: DECISION_FORM.remove(subject),
    warn: DECISION_FORM.warn(person),
    suspend: `Suspend ${person.username}? They will be signed out everywhere and unable to sign in, and their listings and WTBs will be hidden.`,
  };
  return texts[action];
}

const OPEN = 'open';

/** What an admin decides, beside the action. */
interface Decided {
  note: string;
  rule: string;
  days: number | null;
}

interface DecisionDialogProps {
  report: Report;
  action: Resolution;
  /** Rejects with a `Problem`. */
  decide: (decided: Decided) => Promise<void>;
  onClose: () => void;
}

/** Takes the reason of a decision, which is mailed to those concerned, and how long a suspension lasts. */
export default function DecisionDialog({ report, action, decide, onClose }: DecisionDialogProps) {
  const [{ note, rule, duration }, change, draft] = useTextDraft(`decision:${report.id}:${action}`, {
    note: '',
    rule: '',
    duration: OPEN,
  });
  const days = action === 'suspend' && duration !== OPEN ? Number(duration) : null;
  return (
    <FormDialog
      title={actionLabel(action, report)}
      submit={[actionLabel(action, report), DECISION_FORM.busy]}
      failed={DECISION_FORM.failed}
      isValid={note.trim() !== ''}
      save={() => decide({ note, rule, days })}
      draft={draft}
      onClose={onClose}
    >
      <Text textStyle="sm">{questionOf(action, report)}</Text>
      {action === 'suspend' ? (
        <Field.Root required>
          <FieldLabel text={DECISION_FORM.duration} isOptional={false} />
          <NativeSelect.Root>
            <NativeSelect.Field
              value={duration}
              onChange={({ target }) => change({ note, rule, duration: target.value })}
            >
              {SUSPENSION_DAYS.map((length) => (
                <option key={length} value={length}>
                  {DECISION_FORM.durations[length]}
                </option>
              ))}
              <option value={OPEN}>{DECISION_FORM.durations.open}</option>
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </Field.Root>
      ) : null}
      <TextField
        label={DECISION_FORM.reason}
        maxLength={ADMIN_NOTE_MAX}
        text={note}
        onChange={(text) => change({ note: text, rule, duration })}
      >
        <Field.HelperText>{DECISION_FORM.reasonHelp}</Field.HelperText>
      </TextField>
      <Field.Root>
        <FieldLabel text={DECISION_FORM.rule} isOptional />
        <Input
          maxLength={RULE_MAX}
          value={rule}
          onChange={({ target }) => change({ note, rule: target.value, duration })}
        />
      </Field.Root>
    </FormDialog>
  );
}
