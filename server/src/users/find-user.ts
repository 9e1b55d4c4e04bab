import { USERNAME_MAX, USERNAME_MIN } from '@selvedge/shared/users';
import type { Conn } from '../db/database.ts';
import { notFound } from '../errors.ts';
import { findByUsername } from './queries.ts';

// What cannot be a name is not asked for: PostgreSQL refuses some characters outright.
const NAME = new RegExp(`^[a-z0-9]{${USERNAME_MIN},${USERNAME_MAX}}$`);

/**
 * The person with this name, whatever its case.
 * @throws not_found
 */
export async function findUser(conn: Conn, username: string) {
  const usernameKey = username.toLowerCase();
  const [user] = NAME.test(usernameKey) ? await findByUsername(conn, { usernameKey }) : [];
  if (!user) throw notFound('User not found');
  return user;
}
