import { AppError } from '../../platform/core/errors.ts';
import type { Conn } from '../../platform/db/database.ts';
import { findLive, type SessionRow } from '../queries.ts';

const FRESH_MS = 5 * 60_000;

/** Whether the member has proven within the last five minutes of this session that the account is theirs. */
export function isFresh({ provenAt }: Pick<SessionRow, 'provenAt'>): boolean {
  return provenAt !== null && Math.abs(Date.now() - provenAt.getTime()) <= FRESH_MS;
}

export const PROVE_FIRST =
  "First confirm that it's you, with your password or with a code mailed to your address.";

/** @throws AppError reauthentication_needed unless the stored session has a fresh proof. */
export async function requireFreshSession(conn: Conn, sessionId: string): Promise<void> {
  const found = await findLive(conn, sessionId);
  if (!found || !isFresh(found.session)) throw new AppError('reauthentication_needed', PROVE_FIRST);
}

export function isProvenAgain({ provenAt, createdAt }: Pick<SessionRow, 'provenAt' | 'createdAt'>): boolean {
  return provenAt !== null && provenAt > createdAt;
}

export function isRecovering({ amr }: Pick<SessionRow, 'amr'>): boolean {
  return amr.some(({ method }) => method === 'recovery');
}
