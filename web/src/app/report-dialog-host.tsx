import { Suspense } from 'react';
import { useStore } from 'zustand';
import { useUser } from '../identity/use-session.ts';
import { part } from '../lib/part.ts';
import { closeReport, reporting } from '../safety/reporting.ts';

const ReportDialog = part(() => import('../safety/report-dialog.tsx'));

/** The report form, over whatever it was opened from. */
export function ReportDialogHost() {
  const target = useStore(reporting, (state) => state.target);
  const user = useUser();
  if (!target || !user) return null;
  return (
    <Suspense fallback={null}>
      <ReportDialog key={target.id} target={target} onClose={closeReport} />
    </Suspense>
  );
}
