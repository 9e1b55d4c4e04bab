import { queryClient } from '../lib/query-client.ts';
import { session, signOut } from './session.ts';

interface LeaveParts {
  /** Deletes what other parts store of a person in this browser. */
  forget(userId: string): Promise<void>;
  /** How many unsent messages of theirs that would lose. */
  countUnsent(userId: string): Promise<number>;
}

let parts: LeaveParts = { forget: async () => undefined, countUnsent: async () => 0 };

/** Called once, by the root. */
export function onLeave(given: LeaveParts): void {
  parts = given;
}

/** Ends the session, deletes what this browser stores of the person, and goes to the sign-in page. */
export async function leave(): Promise<void> {
  const { user } = session.getState();
  await signOut();
  if (user) await parts.forget(user.id);
  sessionStorage.clear();
  queryClient.clear();
  location.assign('/login');
}

const question = (unsent: number) =>
  unsent === 1
    ? '1 message has not been sent yet. Sign out and delete it?'
    : `${unsent} messages have not been sent yet. Sign out and delete them?`;

/** Sign Out: asks first if unsent messages would be lost. */
export async function signOutChosen(): Promise<void> {
  const { user } = session.getState();
  // If they cannot be counted, the person may leave all the same.
  const unsent = user ? await parts.countUnsent(user.id).catch(() => 0) : 0;
  if (unsent === 0 || window.confirm(question(unsent))) await leave();
}
