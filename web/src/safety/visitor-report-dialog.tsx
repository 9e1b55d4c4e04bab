import { Button, Dialog, Field, Text } from '@chakra-ui/react';
import {
  EMAIL_MAX,
  REPORT_DETAILS_MAX,
  REPORTER_NAME_MAX,
  type ReportReason,
  type VisitorSubject,
} from '@selvedge/shared/safety/report-reasons';
import type { VisitorFiled } from '@selvedge/shared/safety/reports';
import { VISITOR_REPORT } from '@selvedge/shared/safety/safety-texts';
import { useRef, useState } from 'react';
import { api } from '../lib/api.ts';
import { DialogFrame } from '../ui/dialog.tsx';
import { FieldLabel } from '../ui/field-label.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { Input } from '../ui/text-input.tsx';
import { Reasons } from './report-reasons-field.tsx';

interface Sent {
  number: string;
  email: string;
}

/** What the visitor has to do next: the report waits for the mailed link. */
const SentDialog = ({ number, email, onClose }: Sent & { onClose: () => void }) => (
  <DialogFrame size="form" onClose={onClose}>
    <Dialog.Header>
      <Dialog.Title>{VISITOR_REPORT.sentTitle}</Dialog.Title>
    </Dialog.Header>
    <Dialog.Body>
      <Text role="status" overflowWrap="anywhere">
        {VISITOR_REPORT.sent(number, email)}
      </Text>
    </Dialog.Body>
    <Dialog.Footer>
      <Button colorPalette="indigo" onClick={onClose}>
        {VISITOR_REPORT.done}
      </Button>
    </Dialog.Footer>
  </DialogFrame>
);

interface VisitorReport {
  reason: ReportReason | null;
  details: string;
  email: string;
  name: string;
}
const NO_DRAFT = { clear: () => undefined };
const EMPTY: VisitorReport = { reason: null, details: '', email: '', name: '' };

interface VisitorReportDialogProps {
  target: { subject: VisitorSubject; id: string };
  onClose: () => void;
}

/** Reports something without an account. */
export function VisitorReportDialog({ target, onClose }: VisitorReportDialogProps) {
  // Kept nowhere: the next person at this computer must not find who has reported what.
  const [report, change] = useState<VisitorReport>(EMPTY);
  const { reason, details, email, name } = report;
  const [sent, setSent] = useState<Sent | null>(null);
  // The form closes once it is sent, and makes room for the other dialog.
  const isSent = useRef(false);
  const closeForm = () => {
    if (!isSent.current) onClose();
  };
  const send = async () => {
    const { number } = await api<VisitorFiled>('POST', '/api/visitor-reports', { ...target, ...report });
    isSent.current = true;
    setSent({ number, email });
  };
  if (sent) return <SentDialog {...sent} onClose={onClose} />;
  return (
    <FormDialog
      title={VISITOR_REPORT.links[target.subject]}
      submit={VISITOR_REPORT.submit}
      failed={VISITOR_REPORT.failed}
      isValid
      save={send}
      draft={NO_DRAFT}
      onClose={closeForm}
    >
      <Reasons chosen={reason} onChoose={(chosen) => change({ ...report, reason: chosen })} />
      <TextField
        label="Details"
        isOptional
        maxLength={REPORT_DETAILS_MAX}
        text={details}
        onChange={(text) => change({ ...report, details: text })}
      />
      <Field.Root required>
        <FieldLabel text={VISITOR_REPORT.email} isOptional={false} />
        <Input
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX}
          value={email}
          onChange={({ target: { value } }) => change({ ...report, email: value })}
        />
        <Field.HelperText>{VISITOR_REPORT.emailHelp}</Field.HelperText>
      </Field.Root>
      <Field.Root>
        <FieldLabel text={VISITOR_REPORT.name} isOptional />
        <Input
          autoComplete="name"
          maxLength={REPORTER_NAME_MAX}
          value={name}
          onChange={({ target: { value } }) => change({ ...report, name: value })}
        />
      </Field.Root>
    </FormDialog>
  );
}
