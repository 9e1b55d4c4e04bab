import { queryClient } from '../lib/query-client.ts';
import { refreshUser } from '../lib/session/session.ts';
import type { MemberSource } from './live-source.ts';

/** Shows at once what the member may do now, such as the link to the admin page. */
export function startLiveUser({ on, onReturn }: MemberSource): void {
  const refresh = () => refreshUser().catch(() => undefined);
  on('user:changed', () => {
    void refresh();
    // A page that was open already may have asked before the server knew of the new rights.
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  });
  onReturn(() => void refresh());
}
