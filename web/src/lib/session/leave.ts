import { holdCalls } from '../api.ts';
import { sealStorage } from '../browser-storage.ts';
import { pageLeft } from '../page-left.ts';
import { queryClient } from '../query-client.ts';
import { startLeaving, wipe, wipeOtherTabs } from './ended.ts';
import { isHosted } from './provider.ts';
import { session, signOut } from './session.ts';

/** How many of the member's outgoing messages a sign-out would delete. */
let countOutgoing: (userId: string) => Promise<number> = async () => 0;

/** Called once, at the root. */
export function onLeave(count: typeof countOutgoing): void {
  countOutgoing = count;
}

/**
 * Ends the session, deletes what this browser stores for the member, and goes to the sign-in page.
 * @param options `isDeleted`: the account was just deleted, and its sessions with it; the page says so
 */
export async function leave({ isDeleted = false } = {}): Promise<void> {
  holdCalls(pageLeft());
  sealStorage();
  startLeaving();
  const { user } = session.getState();
  // A hosted provider keeps its account when the member is deleted here, so that session must still be ended.
  await signOut({ isEnded: isDeleted && !isHosted });
  if (user) {
    wipeOtherTabs(user.id);
    await wipe(user.id);
  }
  queryClient.clear();
  location.assign(isDeleted ? '/login?deleted=1' : '/login');
}

const question = (outgoing: number) =>
  outgoing === 1
    ? '1 message has not been sent yet. Sign out and delete it?'
    : `${outgoing} messages have not been sent yet. Sign out and delete them?`;

/** Sign Out: confirms first if outgoing messages would be lost. */
export async function signOutChosen(): Promise<void> {
  const { user } = session.getState();
  // If they cannot be counted, the member may sign out anyway.
  const outgoing = user ? await countOutgoing(user.id).catch(() => 0) : 0;
  if (outgoing === 0 || window.confirm(question(outgoing))) await leave();
}
