import { USERNAME_MAX, USERNAME_MIN } from '@selvedge/shared/limits';
import { usernameKey as keyOf } from '@selvedge/shared/usernames';
import { notFound } from '../core/errors.ts';
import type { Conn, Tx } from '../db/database.ts';
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
// A text that cannot be a name is not looked up: PostgreSQL refuses some characters outright.
const NAME = new RegExp(`^[a-z0-9]{${USERNAME_MIN},${USERNAME_MAX}}$`);

/**
 * The person with this name, whatever its case, or for whom it is reserved as a former name.
 * @throws not_found
 */
export async function findMemberByName(conn: Conn, username: string) {
  const usernameKey = keyOf(username);
  if (!NAME.test(usernameKey)) throw notFound(NO_USER);
  const [user] = await findByUsername(conn, { usernameKey });
  const found = user ?? (await findByFormerUsername(conn, usernameKey, new Date()));
  if (!found) throw notFound(NO_USER);
  return found;
}

/** The person with this id. @throws not_found, also when they have deleted their account. */
export async function requireMember(conn: Conn, id: string): Promise<UserRow> {
  const [user] = await findMember(conn, id);
  if (!user || isDeleted(user)) throw notFound(NO_USER);
  return user;
}

/**
 * Like `requireMember`, and locks the person and their account until the transaction ends, so that what they post is
 * stored before a suspension, which then hides it, or not at all.
 * @throws not_found, also when they are suspended
 */
export async function lockMember(tx: Tx, id: string): Promise<UserRow> {
  const user = await lockUser(tx, id);
  if (!user) throw notFound(NO_USER);
  const [suspension] = await lockSuspension(tx, id);
  if (suspension?.until && suspension.until > new Date()) throw notFound(NO_USER);
  return user;
}
