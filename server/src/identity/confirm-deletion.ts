import type { Actor } from '../actor.ts';
import type { Database } from '../db/database.ts';
import { AppError, unauthorized } from '../errors.ts';
import type { DeletionProof } from '../personal-data/part.ts';
import { asAppError } from './auth-error.ts';
import type { Limits } from './limits.ts';
import { isPassword } from './password.ts';
import { type AccountRow, findMe } from './queries.ts';

function checkUsername(username: string, typed: string | undefined): void {
  if (typed?.trim().toLowerCase() !== username.toLowerCase()) {
    throw new AppError('forbidden', 'Type your username to delete your account.');
  }
}

/** Checks the password. Wrong ones are counted with those of sign-ins: they could be guessed here as well. */
async function checkPassword(limits: Limits, { email, passwordHash }: AccountRow, typed: string) {
  await limits.take('failurePerAccount', email);
  if (!(await isPassword(typed, passwordHash))) throw new AppError('forbidden', 'Incorrect password');
  await limits.giveBack('failurePerAccount', email);
}

/**
 * Checks that whoever wants to delete an account is its owner and means it: by the password, or by the username where
 * there is none. A username that is given has to be right in any case.
 * @throws forbidden, rate_limited, unavailable
 */
export async function confirmDeletion(
  { db, limits }: { db: Database; limits: Limits },
  { id }: Actor,
  { password, username }: DeletionProof,
): Promise<void> {
  // Not the actor's name, which may be as old as the cached session.
  const me = await db.read((conn) => findMe(conn, id));
  if (!me) throw unauthorized();
  const hasPassword = me.account.passwordHash !== null;
  if (!hasPassword || username !== undefined) checkUsername(me.member.username, username);
  if (!hasPassword) return;
  await checkPassword(limits, me.account, password ?? '').catch((error: unknown) => {
    throw asAppError(error);
  });
}
