import type { Kit } from '../platform/db/kit.ts';

export function memberTables({ table, index, uniqueIndex, id, str, flag, instant }: Kit) {
  const users = table(
    'users',
    {
      id: id('id').primaryKey(),
      username: str('username').notNull(),
      /** Lower case: usernames are unique regardless of case. */
      usernameKey: str('username_key').notNull(),
      usernameLastChanged: instant('username_last_changed'),
      /** Whether the username is the generated one, which the member has neither changed nor confirmed. */
      isUsernameGenerated: flag('is_username_generated').notNull().default(false),
      profileImageKey: str('profile_image_key'),
      isAdmin: flag('is_admin').notNull().default(false),
      createdAt: instant('created_at').notNull(),
      updatedAt: instant('updated_at').notNull(),
    },
    (t) => [uniqueIndex('users_username_key').on(t.usernameKey)],
  );

  /** Former usernames: they redirect to the current one and stay reserved for a while. */
  const formerUsernames = table(
    'former_usernames',
    {
      usernameKey: str('username_key').primaryKey(),
      userId: id('user_id')
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      heldUntil: instant('held_until').notNull(),
    },
    (t) => [index('former_usernames_held').on(t.heldUntil), index('former_usernames_user').on(t.userId)],
  );

  return { users, formerUsernames };
}
