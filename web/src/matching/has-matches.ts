import type { Match } from '@selvedge/shared/matches';
import { api } from '../lib/api.ts';
import { matchesOfPath } from './keys.ts';

/** Whether something on sale matches a request now; false when that cannot be read. */
export const hasMatches = (wantedId: string): Promise<boolean> =>
  api<Match[]>('GET', matchesOfPath(wantedId)).then(
    (found) => found.length > 0,
    () => false,
  );
