import {
  usernameKey as keyOf,
  nextUsernameChange,
  USERNAME_TAKEN,
  usernameProblem,
  usernameWait,
} from '@selvedge/shared/members/usernames';
import { USERNAME_RESERVED_DAYS } from '@selvedge/shared/platform/limits';
import type { Actor } from '../platform/core/actor.ts';
import { AppError, unauthorized } from '../platform/core/errors.ts';
import { type Database, isUniqueViolation, type Tx } from '../platform/db/database.ts';
import { settingsIn } from '../platform/settings/settings.ts';
import {
  findReservation,
  releaseExpiredUsernames,
  releaseUsername,
  reserveUsername,
  updateUser,
} from './profile-queries.ts';
import { findByUsername, lockUser, type UserRow } from './queries.ts';

const RESERVED_MS = USERNAME_RESERVED_DAYS * 24 * 3_600_000;

const taken = () => new AppError('conflict', USERNAME_TAKEN);

/** Gives a member the new name and reserves the old one for them. */
async function rename(tx: Tx, user: UserRow, username: string, at: Date): Promise<void> {
  const usernameKey = keyOf(username);
  // Also checked before the update: two members who want each other's names would deadlock on it.
  const [owner] = await findByUsername(tx, { usernameKey });
  if (owner && owner.id !== user.id) throw taken();
  await releaseExpiredUsernames(tx, at);
  const names = { username, usernameKey, usernameLastChanged: at, isUsernameGenerated: false };
  await updateUser(tx, user.id, names, at);
  // Only the case has changed: there is no former name to reserve.
  if (usernameKey === user.usernameKey) return;
  // Checked after the update: a concurrent rename that gave the name up has committed by now.
  const reservedFor = await findReservation(tx, usernameKey, at);
  if (reservedFor !== undefined && reservedFor !== user.id) throw taken();
  await releaseUsername(tx, usernameKey);
  await reserveUsername(tx, {
    usernameKey: user.usernameKey,
    userId: user.id,
    heldUntil: new Date(at.getTime() + RESERVED_MS),
  });
}

/**
 * The first change is possible at any time, later ones seven days apart. The database decides a race.
 * @param username trimmed
 * @returns when it was changed; null for a generated username that the member confirms by sending it
 * @throws invalid_input for a breach of the rules, conflict when the name is taken
 */
export async function changeUsername(
  db: Database,
  actor: Pick<Actor, 'id'>,
  username: string,
  at = new Date(),
): Promise<Date | null> {
  try {
    return await db.transact(async (tx) => {
      const user = await lockUser(tx, actor.id);
      if (!user) throw unauthorized();
      if (user.isUsernameGenerated && username === user.username) {
        await updateUser(tx, user.id, { isUsernameGenerated: false }, at);
        return null;
      }
      const next = nextUsernameChange(user.usernameLastChanged, at);
      const { name } = await settingsIn(tx);
      const problem = usernameProblem(username, user.username, name) ?? (next && usernameWait(next, at));
      if (problem) {
        throw new AppError('invalid_input', problem, { issues: [{ path: 'username', message: problem }] });
      }
      await rename(tx, user, username, at);
      return at;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error;
  }
}
