import type { Conn } from '../../platform/db/database.ts';

/** One row if the instance has a member. */
export function anyMember({ q, t }: Conn) {
  return q.select({ id: t.users.id }).from(t.users).limit(1);
}
/** One row if the embedded identity provider has an account: it becomes a member at its first call. */
export function anyAccount({ q, t }: Conn) {
  return q.select({ id: t.authUsers.id }).from(t.authUsers).limit(1);
}
