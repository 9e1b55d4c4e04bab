import type { Actor } from '../actor.ts';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { DeletionProof } from '../personal-data/part.ts';
import { isPassword } from './password.ts';
import { findAccount } from './queries.ts';

function checkUsername(actor: Actor, typed: string | undefined): void {
  if (typed?.trim().toLowerCase() !== actor.username.toLowerCase()) {
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
  actor: Actor,
  { password, username }: DeletionProof,
): Promise<void> {
  const account = await db.read((conn) => findAccount(conn, actor.id));
  const stored = account?.passwordHash ?? null;
  if (stored === null || username !== undefined) checkUsername(actor, username);
  if (stored !== null && !(await isPassword(password ?? '', stored))) {
    throw new AppError('forbidden', 'That is not your password.');
  }
}
