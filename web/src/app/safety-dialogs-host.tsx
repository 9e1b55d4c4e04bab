import { Suspense } from 'react';
import { useStore } from 'zustand';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { useReopened } from '../lib/session/use-reopened.ts';
import { useUser } from '../lib/session/use-session.ts';
import { openReport, reportDraft, reporting } from '../safety/reporting.ts';

const SafetyDialogs = lazyChunk(() => import('../safety/safety-dialogs.tsx'));

/** The report form, and warnings that the member has not confirmed, over the page. */
export function SafetyDialogsHost() {
  const { target } = useStore(reporting);
  const user = useUser();
  useReopened('report', () => {
    const draft = user && reportDraft(user.id).load();
    if (draft) openReport(draft.target);
  });
  return user && (target || user.hasWarning) ? (
    <Suspense>
      <SafetyDialogs />
    </Suspense>
  ) : null;
}
