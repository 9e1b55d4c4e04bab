import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { isBackFromDiscord, providerReturn, takeNextPath } from '../lib/session/discord.ts';
import { safeNextPath } from '../lib/session/next-path.ts';
import { recovery } from '../lib/session/recovery.ts';
import { useSession } from '../lib/session/use-session.ts';

/** A page returns from a provider once, when it loads. */
let isHandled = false;

/** Loaded when there is something to say. */
const loadVisit = () => import('../identity/provider-visit.ts');

/**
 * Handles a redirect back from the provider: goes on to the page requested before or to the new-password
 * form, or reports that the sign-in or the link failed.
 */
export function useProviderReturn(): void {
  const navigate = useNavigate();
  const session = useSession();
  const { status } = session;
  const isRecovering = useStore(recovery, ({ isPending }) => isPending);
  // The auth client removes the code from the URL once it has exchanged it for a session.
  const isUnused = status === 'signed-out' && session.secondStep === undefined;
  useEffect(() => {
    const outcome = providerReturn();
    const { search } = location;
    if (search.startsWith('?linked=')) void loadVisit().then(({ showConnected }) => showConnected());
    if (outcome !== 'refused' && !isUnused) return;
    const isDiscord = isBackFromDiscord();
    // The visitor has returned from Discord, so the next redirect to this tab comes from elsewhere.
    const next = takeNextPath();
    // Asked to agree to the rules first, a newcomer still wants to get there.
    if (next && new URLSearchParams(search).has('consent'))
      void navigate({ search }, { replace: true, state: { next } });
    // The address still says it until the page has loaded what to show.
    if (outcome === null || isHandled) return;
    isHandled = true;
    void loadVisit().then((visit) => {
      if (isDiscord) visit.showRefusal(search);
      return navigate(isDiscord ? '/login' : visit.failedLinkPath(outcome), {
        replace: true,
        state: { next },
      });
    });
  }, [isUnused, navigate]);
  useEffect(() => {
    if (status !== 'signed-in') return;
    const next = isRecovering ? '/reset-password' : takeNextPath();
    if (next) void navigate(safeNextPath(next), { replace: true });
  }, [status, isRecovering, navigate]);
}
