import type { Conn } from '../../db/database.ts';
import { findLive, type SessionRow } from '../queries.ts';

const FRESH_MS = 5 * 60_000;

/** Whether the member has proven within the last five minutes of this session that the account is theirs. */
export const isFresh = ({ provenAt }: Pick<SessionRow, 'provenAt'>): boolean =>
  // A proof from the future predates a clock change, however long ago that was.
  provenAt !== null && Math.abs(Date.now() - provenAt.getTime()) <= FRESH_MS;

/** `isFresh` for the stored session. */
export async function isFreshSession(conn: Conn, sessionId: string): Promise<boolean> {
  const found = await findLive(conn, sessionId);
  return found !== undefined && isFresh(found.session);
}

/** Whether they have proven it again since they signed in. */
export const isProvenAgain = ({ provenAt, createdAt }: Pick<SessionRow, 'provenAt' | 'createdAt'>): boolean =>
  provenAt !== null && provenAt > createdAt;

/** Whether a session began with the link of a recovery mail. */
export const isRecovering = ({ amr }: Pick<SessionRow, 'amr'>): boolean =>
  amr.some(({ method }) => method === 'recovery');
