import type { Actor } from '../../platform/core/actor.ts';
import { AppError, unauthorized } from '../../platform/core/errors.ts';
import type { DeletionProof } from '../../platform/core/personal-part.ts';
import type { Conn, Database } from '../../platform/db/database.ts';
import { asAppError } from '../auth-error.ts';
import type { Limits } from '../limits.ts';
import { type AccountRow, findMe } from '../queries.ts';
import { isPassword } from './password.ts';

function checkUsername(username: string, typed: string | undefined): void {
  if (typed?.trim().toLowerCase() !== username.toLowerCase()) {
    throw new AppError('forbidden', 'Type your username to delete your account.');
  }
}

/** Checks the password. Failures are counted: a stolen session must not be enough to guess it. */
async function checkPassword(limits: Limits, { id, passwordHash }: AccountRow, typed: string) {
  await limits.take('deletionPerAccount', id);
  if (!(await isPassword(typed, passwordHash))) throw new AppError('forbidden', 'Incorrect password');
  await limits.refund('deletionPerAccount', id);
}

interface Parts {
  db: Database;
  limits: Limits;
  /** @throws AppError unless the member has recently proven, in this session, that the account is theirs. */
  requireProof(conn: Conn, sessionId: string): Promise<void>;
}

/**
 * Requires the password or, without one, the username and a fresh proof. A username, if sent, must match.
 * @throws reauthentication_needed, forbidden, rate_limited, unavailable
 */
export async function confirmDeletion(
  { db, limits, requireProof }: Parts,
  { id, sessionId }: Actor,
  { password, username }: DeletionProof,
): Promise<void> {
  // Not the actor's name, which may be outdated in the cached session.
  const me = await db.read((conn) => findMe(conn, id));
  if (!me) throw unauthorized();
  const hasPassword = me.account.passwordHash !== null;
  if (!hasPassword || username !== undefined) checkUsername(me.member.username, username);
  if (!hasPassword) return db.read((conn) => requireProof(conn, sessionId));
  await checkPassword(limits, me.account, password ?? '').catch((error: unknown) => {
    throw asAppError(error);
  });
}
