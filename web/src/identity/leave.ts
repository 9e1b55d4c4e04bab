import { queryClient } from '../lib/query-client.ts';
import { session, signOut } from './session.ts';

interface LeaveParts {
  /** Forgets what other parts keep of a person in this browser. */
  forget(userId: string): Promise<void>;
  /** How many messages of theirs would be lost with it. */
  countUnsent(userId: string): Promise<number>;
}

let parts: LeaveParts = { forget: async () => undefined, countUnsent: async () => 0 };

/** Told once, by the root. */
export function onLeave(given: LeaveParts): void {
  parts = given;
}

/** The session ends, nothing of the person stays in this browser, and the sign-in page shows. */
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

/** Sign Out: the person leaves, but is asked before anything that they wrote is lost. */
export async function signOutChosen(): Promise<void> {
  const { user } = session.getState();
  // What cannot be counted does not keep anybody here.
  const unsent = user ? await parts.countUnsent(user.id).catch(() => 0) : 0;
  if (unsent === 0 || window.confirm(question(unsent))) await leave();
}
