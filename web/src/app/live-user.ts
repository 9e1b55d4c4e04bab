import type { receiveEvent } from '../conversations/store/messaging.ts';
import { refreshUser } from '../lib/session/session.ts';

/** Shows at once what the member may do now, such as the link to the admin page. */
export function startLiveUser(on: typeof receiveEvent): void {
  // While this tab was offline, it is fetched with the next session token.
  on('user:changed', () => void refreshUser().catch(() => undefined));
}
