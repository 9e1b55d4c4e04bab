import { INVITE_PARAM } from '@selvedge/shared/instance/invite-texts';
import { tabStorage } from '../browser-storage.ts';

/** The invitation with which this tab arrived; it survives a sign-in at another provider. */
const INVITE = 'selvedge-invite';

/** The secret of the invitation that this tab holds, if any. */
export function storedInvite(): string | null {
  return tabStorage.getItem(INVITE);
}

export function forgetInvite(): void {
  tabStorage.removeItem(INVITE);
}

/** Stores the invitation in a link. @returns whether the link had one */
export function storeInvite(params: URLSearchParams): boolean {
  const invite = params.get(INVITE_PARAM);
  if (!invite) return false;
  tabStorage.setItem(INVITE, invite);
  return true;
}
