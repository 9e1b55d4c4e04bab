import type { Match } from '@selvedge/shared/items/matches';
import { apiList } from '../../lib/api.ts';
import { matchesOfPath } from './keys.ts';

/** Whether a listing on sale matches a WTB now; false when the request fails. */
export function hasMatches(wantedId: string): Promise<boolean> {
  return apiList<Match>(matchesOfPath(wantedId)).then(
    (found) => found.length > 0,
    () => false,
  );
}
