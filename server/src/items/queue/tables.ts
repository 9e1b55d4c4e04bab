import type { Kit } from '../../platform/db/kit.ts';

/** What is done with a changed item after its transaction. */
export type ItemJobKind = 'listing' | 'wanted' | 'savers' | 'searches';

/** The queues of changed items, stored in the transaction of the change so that none is lost. */
export function itemJobTables({ table, index, id, str, instant }: Kit) {
  const itemJobs = table(
    'match_jobs',
    {
      id: id('id').primaryKey(),
      kind: str('kind').$type<ItemJobKind>().notNull(),
      itemId: id('item_id').notNull(),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [index('match_jobs_item').on(t.itemId), index('match_jobs_kind').on(t.kind, t.id)],
  );
  return { itemJobs };
}
