import { INVITE_PARAM } from '@selvedge/shared/instance/invite-texts';
import { instance } from '../lib/instance.ts';
import { storedInvite } from '../lib/session/invite.ts';
import { isHosted } from '../lib/session/provider.ts';
import { authClient, refreshUser } from '../lib/session/session.ts';

/** Where the link in a sign-up mail redirects to. The embedded provider shows the sign-in page first. */
export function confirmedAddress(next: string): string {
  return isHosted
    ? `${location.origin}/login?verified=1&next=${encodeURIComponent(next)}`
    : location.origin + next;
}

interface SignUp {
  email: string;
  password: string;
  next: string;
  /** Whether the newcomer agrees to the rules of the instance. */
  isAgreed: boolean;
}

/**
 * Signs up. @returns whether the member is signed in immediately, because their address needs no confirmation
 * @throws an error with a text for the user
 */
export async function signUp({ email, password, next, isAgreed }: SignUp): Promise<boolean> {
  const invite = storedInvite();
  const { data, error } = await (await authClient()).signUp({
    email,
    password,
    options: {
      emailRedirectTo: confirmedAddress(next),
      data: {
        ...(invite !== null && { [INVITE_PARAM]: invite }),
        ...(isAgreed && { rules: instance.rules }),
      },
    },
  });
  if (error) throw error;
  if (data.session) await refreshUser();
  return data.session !== null;
}
