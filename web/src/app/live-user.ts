import { refreshUser } from '../lib/session/session.ts';
import type { MemberSource } from './live-source.ts';

/** Shows at once what the member may do now, such as the link to the admin page. */
export function startLiveUser({ on, onReturn }: MemberSource): void {
  const refresh = () => void refreshUser().catch(() => undefined);
  on('user:changed', refresh);
  onReturn(refresh);
}
