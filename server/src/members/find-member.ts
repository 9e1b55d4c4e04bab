import { usernameKey as keyOf } from '@selvedge/shared/members/usernames';
import { USERNAME_MAX, USERNAME_MIN } from '@selvedge/shared/platform/limits';
import { notFound } from '../platform/core/errors.ts';
import type { Conn, Tx } from '../platform/db/database.ts';
import { isDeleted } from './deleted.ts';
import {
  findByFormerUsername,
  findByUsername,
  findMember,
  lockSuspension,
  lockUser,
  type UserRow,
} from './queries.ts';

const NO_USER = 'User not found';
// Do not query invalid usernames: PostgreSQL rejects some characters outright.
const NAME = new RegExp(`^[a-z0-9]{${USERNAME_MIN},${USERNAME_MAX}}$`);

/** By current username, or by a reserved former one; case-insensitive. @throws not_found */
export async function findMemberByName(conn: Conn, username: string) {
  const usernameKey = keyOf(username);
  if (!NAME.test(usernameKey)) throw notFound(NO_USER);
  const [user] = await findByUsername(conn, { usernameKey });
  const found = user ?? (await findByFormerUsername(conn, usernameKey, new Date()));
  if (!found) throw notFound(NO_USER);
  return found;
}

/** @throws not_found, also if the account was deleted */
export async function requireMember(conn: Conn, id: string): Promise<UserRow> {
  const [user] = await findMember(conn, id);
  if (!user || isDeleted(user)) throw notFound(NO_USER);
  return user;
}

/**
 * Locks the member and their account. A post is therefore stored before a concurrent suspension, which then
 * hides it, or not at all. @throws not_found, also if they are suspended
 */
export async function lockMember(tx: Tx, id: string): Promise<UserRow> {
  const user = await lockUser(tx, id);
  if (!user) throw notFound(NO_USER);
  const [suspension] = await lockSuspension(tx, id);
  if (suspension?.until && suspension.until > new Date()) throw notFound(NO_USER);
  return user;
}
