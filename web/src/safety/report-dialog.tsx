import { Button, chakra, Dialog, Field, Stack, Text, Textarea } from '@chakra-ui/react';
import { fieldSlotRecipe, textareaRecipe } from '@chakra-ui/react/theme';
import {
  MESSAGES_SHOWN,
  REASON_TEXTS,
  REPORT_DETAILS_MAX,
  REPORT_REASONS,
  type ReportReason,
} from '@selvedge/shared/report-reasons';
import { type FormEvent, useEffect, useState } from 'react';
import { apiSend, messageOf } from '../lib/api.ts';
import { openDraft } from '../session/use-form-draft.ts';
import { useUser } from '../session/use-session.ts';
import { DialogFrame } from '../ui/dialog.tsx';
import { withFieldEdge } from '../ui/field-edge.ts';
import { registerRecipes } from '../ui/theme/system.ts';
import { toast } from '../ui/toast.ts';
import { type Report, type ReportTarget, reportDraft } from './reporting.ts';

registerRecipes({
  recipes: { textarea: withFieldEdge(textareaRecipe) },
  slotRecipes: { field: fieldSlotRecipe },
});

const TITLES = {
  listing: 'Report this listing',
  wtb: 'Report this WTB',
  user: 'Report this person',
  message: 'Report this message',
  vouch: 'Report this vouch',
} as const;

const Choice = chakra('label', {
  base: { display: 'flex', gap: '3', alignItems: 'center', minH: '8', cursor: 'pointer', textStyle: 'sm' },
});

interface ReasonsProps {
  chosen: ReportReason | null;
  onChoose: (reason: ReportReason) => void;
}

function Reasons({ chosen, onChoose }: ReasonsProps) {
  return (
    <chakra.fieldset>
      <chakra.legend textStyle="sm" fontWeight="medium" mb="2">
        What's wrong?
      </chakra.legend>
      {REPORT_REASONS.map((reason) => (
        <Choice key={reason}>
          <input
            type="radio"
            name="reason"
            required
            checked={reason === chosen}
            onChange={() => onChoose(reason)}
          />
          {REASON_TEXTS[reason]}
        </Choice>
      ))}
    </chakra.fieldset>
  );
}

/** The form's content, stored in this tab in case the session ends while the form is open. */
function useReport(target: ReportTarget) {
  const user = useUser();
  const [draft] = useState(() => reportDraft(user?.id ?? ''));
  const [report, setReport] = useState((): Report => {
    const stored = draft.load();
    return stored?.target.id === target.id
      ? stored
      : { target, reason: null, details: '', showBefore: false };
  });
  useEffect(() => openDraft(draft, true), [draft]);
  const change = (part: Partial<Report>) => {
    const changed = { ...report, ...part };
    setReport(changed);
    draft.save(changed);
  };
  return [report, change] as const;
}

/** Reports an item, member or message to the admins. */
export default function ReportDialog({ target, onClose }: { target: ReportTarget; onClose: () => void }) {
  const [{ reason, details, showBefore }, change] = useReport(target);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isMessage = target.subject === 'message';

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    setProblem(null);
    try {
      const chosen = isMessage ? { showBefore } : {};
      await apiSend('POST', '/api/reports', { ...target, reason, details, ...chosen });
      toast.success('Thank you. An admin will review it.');
      onClose();
    } catch (error) {
      setProblem(messageOf(error, 'The report could not be sent. Please try again.'));
      setSending(false);
    }
  };
  return (
    <DialogFrame size="form" onClose={onClose}>
      <form style={{ display: 'contents' }} onSubmit={(event) => void send(event)}>
        <Dialog.Header borderBottomWidth="1px" pb="4">
          <Dialog.Title>{TITLES[target.subject]}</Dialog.Title>
        </Dialog.Header>
        <Dialog.Body pt="5">
          <Stack gap="5">
            <Reasons chosen={reason} onChoose={(chosen) => change({ reason: chosen })} />
            <Field.Root>
              <Field.Label>
                Details
                <Text as="span" color="fg.subtle" fontWeight="normal">
                  Optional
                </Text>
              </Field.Label>
              <Textarea
                rows={4}
                maxLength={REPORT_DETAILS_MAX}
                value={details}
                onChange={(event) => change({ details: event.target.value })}
              />
            </Field.Root>
            {isMessage ? (
              <Choice>
                <input
                  type="checkbox"
                  checked={showBefore}
                  onChange={(event) => change({ showBefore: event.target.checked })}
                />
                Include the {MESSAGES_SHOWN} messages before it
              </Choice>
            ) : null}
            <Text textStyle="sm" color="fg.muted">
              {isMessage
                ? 'Admins will see this message, including earlier versions if it was edited or unsent, and nothing else from your conversation.'
                : "They won't be told who reported them."}
            </Text>
            {problem ? (
              <Text role="alert" textStyle="sm" color="fg.error">
                {problem}
              </Text>
            ) : null}
          </Stack>
        </Dialog.Body>
        <Dialog.Footer borderTopWidth="1px" pt="4">
          <Button type="button" variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" colorPalette="indigo" disabled={isSending}>
            {isSending ? 'Sending...' : 'Send Report'}
          </Button>
        </Dialog.Footer>
      </form>
    </DialogFrame>
  );
}
