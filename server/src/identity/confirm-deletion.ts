import type { Actor } from '../actor.ts';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { DeletionProof } from '../personal-data/part.ts';
import { isPassword } from './password.ts';
import { findMe } from './queries.ts';

function checkUsername(username: string | undefined, typed: string | undefined): void {
  if (!username || typed?.trim().toLowerCase() !== username.toLowerCase()) {
    throw new AppError('forbidden', 'Type your username to delete your account.');
  }
}

/**
 * Checks that whoever wants to delete an account is its owner and means it: by the password, or by the username where
 * there is none. A username that is given has to be right in any case.
 * @throws forbidden
 */
export async function confirmDeletion(
  db: Database,
  { id }: Actor,
  { password, username }: DeletionProof,
): Promise<void> {
  // Not the actor's name: that is what it was when the session was last looked at.
  const me = await db.read((conn) => findMe(conn, id));
  const stored = me?.account.passwordHash ?? null;
  if (stored === null || username !== undefined) checkUsername(me?.member.username, username);
  if (stored !== null && !(await isPassword(password ?? '', stored))) {
    throw new AppError('forbidden', 'That is not your password.');
  }
}
