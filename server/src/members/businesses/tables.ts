import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

/** What members who sell as a business declare about themselves. */
export function businessTables({ table, id, str, instant }: Kit, { users }: Referenced<'users'>) {
  const businesses = table('businesses', {
    userId: id('user_id')
      .primaryKey()
      .references(() => users.id),
    name: str('name').notNull(),
    address: str('address').notNull(),
    email: str('email').notNull(),
    registerNumber: str('register_number'),
    updatedAt: instant('updated_at').notNull(),
  });

  return { businesses };
}
