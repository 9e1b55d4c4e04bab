import type { receiveEvent } from '../conversations/store/messaging.ts';
import { queryClient } from '../lib/query-client.ts';
import { refetch } from '../lib/restart-requests.ts';
import { session, userReceived } from '../lib/session/session.ts';
import { WARNINGS_KEY } from '../safety/keys.ts';

/** Shows a warning by an admin at once. */
export function startLiveWarnings(on: typeof receiveEvent): void {
  on('warning:new', () => {
    const { user } = session.getState();
    if (user) userReceived({ ...user, hasWarning: true });
    refetch(queryClient, [WARNINGS_KEY]);
  });
}
