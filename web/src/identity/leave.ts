import { queryClient } from '../lib/query-client.ts';
import { session, signOut } from './session.ts';

let forget: (userId: string) => Promise<void> = async () => undefined;

/** What other parts keep of a person in this browser is forgotten by `given`; told once, by the root. */
export function onLeave(given: typeof forget): void {
  forget = given;
}

/** Sign Out: the session ends, nothing of the person stays in this browser, and the sign-in page shows. */
export async function leave(): Promise<void> {
  const { user } = session.getState();
  await signOut();
  if (user) await forget(user.id);
  sessionStorage.clear();
  queryClient.clear();
  location.assign('/login');
}
