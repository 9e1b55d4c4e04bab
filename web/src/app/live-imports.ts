import { IMPORTS_KEY } from '../items/closet/keys.ts';
import { queryClient } from '../lib/query-client.ts';
import { refetch } from '../lib/restart-requests.ts';
import type { MemberSource } from './live-source.ts';

/** Shows in each tab that an import has started, waits or ended. */
export function startLiveImports({ on, onReturn }: MemberSource): void {
  const refresh = () => refetch(queryClient, [IMPORTS_KEY]);
  on('imports:changed', refresh);
  onReturn(refresh);
}
