import { Suspense } from 'react';
import { useStore } from 'zustand';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { closeReport, openReport, reportDraft, reporting } from '../safety/reporting.ts';
import { useReopened } from '../session/use-reopened.ts';
import { useUser } from '../session/use-session.ts';

const ReportDialog = lazyChunk(() => import('../safety/report-dialog.tsx'));

/** The report form, over the page it was opened from. */
export function ReportDialogHost() {
  const target = useStore(reporting, (state) => state.target);
  const user = useUser();
  useReopened('report', () => {
    const draft = user && reportDraft(user.id).load();
    if (draft) openReport(draft.target);
  });
  if (!target || !user) return null;
  return (
    <Suspense fallback={null}>
      <ReportDialog key={target.id} target={target} onClose={closeReport} />
    </Suspense>
  );
}
