import { AppError } from '../../platform/core/errors.ts';
import type { Conn } from '../../platform/db/database.ts';
import { findLive, type SessionRow } from '../queries.ts';

const FRESH_MS = 5 * 60_000;

/** Whether the member has proven within the last five minutes of this session that the account is theirs. */
export const isFresh = ({ provenAt }: Pick<SessionRow, 'provenAt'>): boolean =>
  // A proof dated in the future was given before the clock was set back, possibly long ago.
  provenAt !== null && Math.abs(Date.now() - provenAt.getTime()) <= FRESH_MS;

export const PROVE_FIRST =
  "First confirm that it's you, with your password or with a code mailed to your address.";

/** @throws AppError reauthentication_needed unless the stored session has a fresh proof. */
export async function requireFreshSession(conn: Conn, sessionId: string): Promise<void> {
  const found = await findLive(conn, sessionId);
  if (!found || !isFresh(found.session)) throw new AppError('reauthentication_needed', PROVE_FIRST);
}

export const isProvenAgain = ({ provenAt, createdAt }: Pick<SessionRow, 'provenAt' | 'createdAt'>): boolean =>
  provenAt !== null && provenAt > createdAt;

export const isRecovering = ({ amr }: Pick<SessionRow, 'amr'>): boolean =>
  amr.some(({ method }) => method === 'recovery');
