import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

export function blockTables({ table, index, uniqueIndex, id, instant }: Kit, { users }: Referenced<'users'>) {
  const blocks = table(
    'blocks',
    {
      id: id('id').primaryKey(),
      blockerId: id('blocker_id')
        .notNull()
        .references(() => users.id),
      blockedId: id('blocked_id')
        .notNull()
        .references(() => users.id),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [
      uniqueIndex('blocks_pair').on(t.blockerId, t.blockedId),
      index('blocks_blocked').on(t.blockedId, t.blockerId),
      index('blocks_list').on(t.blockerId, t.createdAt, t.id),
    ],
  );

  return { blocks };
}
