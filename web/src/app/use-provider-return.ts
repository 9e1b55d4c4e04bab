import { INVITE_NEEDED, SIGN_UP_CLOSED } from '@selvedge/shared/invite-texts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { instance } from '../lib/instance.ts';
import { DISCORD_FAILED, isBackFromDiscord, providerReturn, takeNextPath } from '../session/discord.ts';
import { safeNextPath } from '../session/next-path.ts';
import { recovery } from '../session/recovery.ts';
import { useSession } from '../session/use-session.ts';
import { toast } from '../ui/toast.ts';

/** Why Discord's sign-in failed: the address may name a reason, but not its words. */
const refusalOf = (params: URLSearchParams): string => {
  if (params.get('error_code') !== 'signup_disabled') return DISCORD_FAILED;
  return instance.signUp === 'closed' ? SIGN_UP_CLOSED : INVITE_NEEDED;
};

/** Where a mailed link leads when it did not sign the member in. */
function failedLinkPath(outcome: 'code' | 'refused'): string {
  const { pathname, searchParams } = new URL(location.href);
  if (outcome === 'refused') return '/login?expired=1';
  // The provider has confirmed the address, even if it returned no session.
  if (searchParams.has('verified')) {
    searchParams.delete('code');
    return `${pathname}?${searchParams}`;
  }
  return pathname === '/reset-password' ? '/reset-password?elsewhere=1' : '/login?elsewhere=1';
}

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
    if (outcome !== 'refused' && !isUnused) return;
    const isDiscord = isBackFromDiscord();
    // The visitor has returned from Discord, so the next redirect to this tab comes from elsewhere.
    const next = takeNextPath();
    if (outcome === null) return;
    if (isDiscord) toast.error('Login Failed', refusalOf(new URLSearchParams(location.search)));
    void navigate(isDiscord ? '/login' : failedLinkPath(outcome), { replace: true, state: { next } });
  }, [isUnused, navigate]);
  useEffect(() => {
    if (status !== 'signed-in') return;
    const next = isRecovering ? '/reset-password' : takeNextPath();
    if (next) void navigate(safeNextPath(next), { replace: true });
  }, [status, isRecovering, navigate]);
}
