import { useStore } from 'zustand';
import { useUser } from '../lib/session/use-session.ts';
import { ReportDialog } from './report-dialog.tsx';
import { closeReport, reporting } from './reporting.ts';
import { VisitorReportDialog } from './visitor-report-dialog.tsx';
import { WarningDialog } from './warning-dialog.tsx';

// One lazy chunk: every chunk costs the home page's scripts a line.

/** The report form while it is open, and the member's warnings. */
function SafetyDialogs() {
  const target = useStore(reporting, (state) => state.target);
  const user = useUser();
  return (
    <>
      {target ? <ReportDialog key={target.id} target={target} onClose={closeReport} /> : null}
      {user?.hasWarning ? <WarningDialog /> : null}
    </>
  );
}
export default SafetyDialogs;
export { VisitorReportDialog };
