import { session, signOut } from '../identity/session.ts';
import { queryClient } from '../lib/query-client.ts';

/** Sign Out: the session ends, nothing of the person stays in this browser, and the sign-in page shows. */
export async function leave(): Promise<void> {
  const { user } = session.getState();
  await signOut();
  if (user) {
    const { messaging } = await import('../conversations/messaging.ts');
    await messaging.personSignedOut(user.id);
  }
  sessionStorage.clear();
  queryClient.clear();
  location.assign('/login');
}
