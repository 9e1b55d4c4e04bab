import { YOUNG_STEP_MS } from '@selvedge/shared/identity/two-step';
import type { Conn } from '../../platform/db/database.ts';
import { secondStepSince } from './queries.ts';

/**
 * A recovery by mail may end a young one, which an intruder may have turned on. Past an old one, only
 * recovery codes and the operator help.
 */
export async function secondStepAge(conn: Conn, userId: string): Promise<'off' | 'young' | 'old'> {
  const since = await secondStepSince(conn, userId);
  if (since === null) return 'off';
  return Date.now() - since.getTime() < YOUNG_STEP_MS ? 'young' : 'old';
}
