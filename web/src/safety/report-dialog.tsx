import { Text } from '@chakra-ui/react';
import { MESSAGES_SHOWN, REPORT_DETAILS_MAX } from '@selvedge/shared/safety/report-reasons';
import { useEffect, useState } from 'react';
import { apiSend } from '../lib/api.ts';
import { openDraft } from '../lib/session/use-form-draft.ts';
import { useUser } from '../lib/session/use-session.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.ts';
import { Choice, Reasons } from './report-reasons-field.tsx';
import { type Report, type ReportTarget, reportDraft } from './reporting.ts';

const TITLES = {
  listing: 'Report this listing',
  wtb: 'Report this WTB',
  user: 'Report this person',
  message: 'Report this message',
  vouch: 'Report this vouch',
} as const;

/** The form's content, kept in this tab until it is sent. */
function useReport(target: ReportTarget) {
  const user = useUser();
  const [draft] = useState(() => reportDraft(user?.id ?? ''));
  const [report, setReport] = useState((): Report => {
    const stored = draft.load();
    return stored?.target.id === target.id
      ? stored
      : { target, reason: null, details: '', showBefore: false };
  });
  useEffect(() => openDraft(draft, false), [draft]);
  const change = (part: Partial<Report>) => {
    const changed = { ...report, ...part };
    setReport(changed);
    draft.save(changed);
  };
  return [report, change, draft] as const;
}

/** Reports an item, member or message to the admins. */
export function ReportDialog({ target, onClose }: { target: ReportTarget; onClose: () => void }) {
  const [{ reason, details, showBefore }, change, draft] = useReport(target);
  const isMessage = target.subject === 'message';

  const send = async () => {
    const chosen = isMessage ? { showBefore } : {};
    await apiSend('POST', '/api/reports', { ...target, reason, details, ...chosen });
    toast.success('Thank you. An admin will review it.');
  };
  return (
    <FormDialog
      title={TITLES[target.subject]}
      submit={['Send Report', 'Sending...']}
      failed="The report could not be sent. Please try again."
      isValid
      save={send}
      draft={draft}
      onClose={onClose}
    >
      <Reasons chosen={reason} onChoose={(chosen) => change({ reason: chosen })} />
      <TextField
        label="Details"
        isOptional
        maxLength={REPORT_DETAILS_MAX}
        text={details}
        onChange={(text) => change({ details: text })}
      />
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
    </FormDialog>
  );
}
