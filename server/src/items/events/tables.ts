import type { ItemEvent } from '@selvedge/shared/items/item-events';
import { sql } from 'drizzle-orm';
import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

/** Events of listings and WTBs, shown in the conversations about them. */
export function itemEventTables(
  { table, index, id, str, int, instant }: Kit,
  { listings, wanted }: Referenced<'listings' | 'wanted'>,
) {
  const itemEvents = table(
    'item_events',
    {
      id: id('id').primaryKey(),
      /** Exactly one of the two is set: the item of the event. The event is deleted with it. */
      listingId: id('listing_id').references(() => listings.id, { onDelete: 'cascade' }),
      wantedId: id('wanted_id').references(() => wanted.id, { onDelete: 'cascade' }),
      kind: str('kind').$type<ItemEvent['kind']>().notNull(),
      /** Price or budget before and after a change; null for other events. */
      fromCents: int('from_cents'),
      toCents: int('to_cents'),
      at: instant('at').notNull(),
    },
    (t) => [
      index('item_events_listing').on(t.listingId, t.at, t.id).where(sql`listing_id is not null`),
      index('item_events_wanted').on(t.wantedId, t.at, t.id).where(sql`wanted_id is not null`),
    ],
  );
  return { itemEvents };
}
