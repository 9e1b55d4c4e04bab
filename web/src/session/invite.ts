import { INVITE_PARAM } from '@selvedge/shared/invite-texts';

/** The invitation with which this tab arrived; it survives a sign-in at another provider. */
const INVITE = 'selvedge-invite';

/** The secret of the invitation that this tab holds, if any. */
export const storedInvite = (): string | null => sessionStorage.getItem(INVITE);

export const forgetInvite = (): void => sessionStorage.removeItem(INVITE);

/** Stores the invitation in a link. @returns whether the link had one */
export function storeInvite(params: URLSearchParams): boolean {
  const invite = params.get(INVITE_PARAM);
  if (!invite) return false;
  sessionStorage.setItem(INVITE, invite);
  return true;
}
