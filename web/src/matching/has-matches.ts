import type { Match } from '@selvedge/shared/matches';
import { apiList } from '../lib/api.ts';
import { matchesOfPath } from './keys.ts';

/** Whether something on sale matches a request now; false when that cannot be read. */
export const hasMatches = (wantedId: string): Promise<boolean> =>
  apiList<Match>(matchesOfPath(wantedId)).then(
    (found) => found.length > 0,
    () => false,
  );
