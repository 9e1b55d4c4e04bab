import type { AppealOutcome, Resolution } from '@selvedge/shared/safety/report-reasons';
import type { Appeal, Report } from '@selvedge/shared/safety/reports';
import { APPEAL_QUEUE, DECISION_FORM } from '@selvedge/shared/safety/safety-texts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { apiSend, problemIn } from '../lib/api.ts';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { showFailure } from '../ui/show-failure.ts';
import { toast } from '../ui/toast.ts';
import { COUNTS_KEY, LOG_KEY, REPORTS_KEY } from './keys.ts';
import { DONE } from './labels.ts';

const VouchRemovalDialog = lazyChunk(() => import('./vouch-removal-dialog.tsx'));
const DecisionDialog = lazyChunk(() => import('./decision-dialog.tsx'));
const AnswerDialog = lazyChunk(() => import('./answer-dialog.tsx'));

function useRefetch() {
  const queries = useQueryClient();
  return async () => {
    for (const key of [REPORTS_KEY, LOG_KEY, COUNTS_KEY])
      await queries.invalidateQueries({ queryKey: [key] });
  };
}

const inSuspense = (dialog: ReactNode, close: () => void) => (
  <Suspense fallback={<DialogLoading onClose={close} />}>{dialog}</Suspense>
);

/** Decides reports: each decision has a reason, but for the dismissal of what the server reported. */
export function useResolve() {
  const refetch = useRefetch();
  const [isBusy, setBusy] = useState(false);
  /** The decision whose reason is being written. */
  const [pending, setPending] = useState<{ report: Report; action: Resolution } | null>(null);
  const send = async (report: Report, action: Resolution, more: object = {}) => {
    await apiSend('POST', `/api/admin/reports/${report.id}/resolve`, { action, ...more });
    toast.success(DONE[action]);
  };
  const resolve = async (report: Report, action: Resolution) => {
    const isRead = action !== 'dismiss' || report.reporter !== null || report.visitor?.email != null;
    if (isRead) {
      setPending({ report, action });
      return;
    }
    setBusy(true);
    await send(report, action).catch((error: unknown) => {
      // A member has reported the same listing, and reads the reason.
      if (problemIn(error)?.code === 'invalid_input') setPending({ report, action });
      else showFailure(error, DECISION_FORM.failed);
    });
    await refetch();
    setBusy(false);
  };
  const close = () => setPending(null);
  const dialogOf = ({ report, action }: { report: Report; action: Resolution }) =>
    action === 'remove' && report.subject === 'vouch' ? (
      <VouchRemovalDialog
        id={report.subjectId}
        writer={report.person.username}
        remove={(note) => send(report, action, { note }).then(refetch)}
        onClose={close}
      />
    ) : (
      <DecisionDialog
        report={report}
        action={action}
        decide={(decided) => send(report, action, decided).then(refetch)}
        onClose={close}
      />
    );
  return { isBusy, resolve, dialog: pending ? inSuspense(dialogOf(pending), close) : null };
}

/** Answers appeals. */
export function useAnswer() {
  const refetch = useRefetch();
  const [pending, setPending] = useState<{ appeal: Appeal; outcome: AppealOutcome } | null>(null);
  const send = async ({ id }: Appeal, outcome: AppealOutcome, reason: string) => {
    await apiSend('POST', `/api/admin/appeals/${id}/answer`, { outcome, reason });
    toast.success(APPEAL_QUEUE.done[outcome]);
  };
  const close = () => setPending(null);
  const dialog = pending
    ? inSuspense(
        <AnswerDialog
          {...pending}
          answer={(reason) => send(pending.appeal, pending.outcome, reason).then(refetch)}
          onClose={close}
        />,
        close,
      )
    : null;
  return {
    open: (appeal: Appeal, outcome: AppealOutcome) => setPending({ appeal, outcome }),
    dialog,
  };
}
