import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { DISCORD_FAILED, isBackFromDiscord, providerReturn, takeNextPath } from '../session/discord.ts';
import { safeNextPath } from '../session/next-path.ts';
import { recovery } from '../session/recovery.ts';
import { useSession } from '../session/use-session.ts';
import { toast } from '../ui/toast.ts';

/** Where a link of a mail leads that did not sign the person in. */
function failedLinkPath(outcome: 'code' | 'refused'): string {
  const { pathname, searchParams } = new URL(location.href);
  if (outcome === 'refused') return '/login?expired=1';
  // The address is confirmed all the same.
  if (searchParams.has('verified')) {
    searchParams.delete('code');
    return `${pathname}?${searchParams}`;
  }
  return pathname === '/reset-password' ? '/reset-password?elsewhere=1' : '/login?elsewhere=1';
}

/**
 * After a redirect of the provider: leads to the page that was wanted before, or to the form for the new password, or
 * says that the sign-in or the link failed.
 */
export function useProviderReturn(): void {
  const navigate = useNavigate();
  const session = useSession();
  const { status } = session;
  const isRecovering = useStore(recovery, ({ isPending }) => isPending);
  // The auth client removes the code from the address when it could exchange it for a session.
  const isUnheard = status === 'signed-out' && session.factorId === undefined;
  useEffect(() => {
    const outcome = providerReturn();
    if (outcome === null || (outcome === 'code' && !isUnheard)) return;
    const isDiscord = isBackFromDiscord();
    if (isDiscord) toast.error('Login Failed', DISCORD_FAILED);
    void navigate(isDiscord ? '/login' : failedLinkPath(outcome), { replace: true });
  }, [isUnheard, navigate]);
  useEffect(() => {
    if (status !== 'signed-in') return;
    const next = isRecovering ? '/reset-password' : takeNextPath();
    if (next) void navigate(safeNextPath(next), { replace: true });
  }, [status, isRecovering, navigate]);
}
