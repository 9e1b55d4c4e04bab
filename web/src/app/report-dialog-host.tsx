import { Suspense } from 'react';
import { useStore } from 'zustand';
import { useReopened } from '../identity/use-reopened.ts';
import { useUser } from '../identity/use-session.ts';
import { part } from '../lib/part.ts';
import { closeReport, openReport, reportDraft, reporting } from '../safety/reporting.ts';

const ReportDialog = part(() => import('../safety/report-dialog.tsx'));

/** The report form, over the page that it was opened from. */
export function ReportDialogHost() {
  const target = useStore(reporting, (state) => state.target);
  const user = useUser();
  useReopened('report', () => {
    const kept = user && reportDraft(user.id).load();
    if (kept) openReport(kept.target);
  });
  if (!target || !user) return null;
  return (
    <Suspense fallback={null}>
      <ReportDialog key={target.id} target={target} onClose={closeReport} />
    </Suspense>
  );
}
