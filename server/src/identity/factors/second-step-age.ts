import { YOUNG_STEP_MS } from '@selvedge/shared/identity/two-step';
import type { Conn } from '../../platform/db/database.ts';
import { secondStepSince } from './queries.ts';

/**
 * Whether a member has two-step sign-in, and for how long without a gap. An intruder may have turned on a young one, so
 * a recovery by mail may end it. Of an old one it removes nothing that the member needs to sign in: recovery codes and
 * the operator are the only other ways past it.
 */
export async function secondStepAge(conn: Conn, userId: string): Promise<'off' | 'young' | 'old'> {
  const since = await secondStepSince(conn, userId);
  if (since === null) return 'off';
  return Date.now() - since.getTime() < YOUNG_STEP_MS ? 'young' : 'old';
}
