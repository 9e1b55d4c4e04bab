import { sql } from 'drizzle-orm';
import type { Kit } from './kit.ts';

type Column = Parameters<ReturnType<Kit['id']>['references']>[0];

/** What `matchingTables` refers to. */
type Things = Record<'users' | 'listings' | 'wanted', { id: ReturnType<Column> }>;

/** Matches between listings and requests, and what is still to be compared or mailed. */
export function matchingTables(kit: Kit, { users, listings, wanted }: Things) {
  const { table, index, uniqueIndex, id, str, flag, instant } = kit;

  const matches = table(
    'matches',
    {
      id: id('id').primaryKey(),
      listingId: id('listing_id')
        .notNull()
        .references(() => listings.id, { onDelete: 'cascade' }),
      wantedId: id('wanted_id')
        .notNull()
        .references(() => wanted.id, { onDelete: 'cascade' }),
      /** Whose request it is. */
      ownerId: id('owner_id')
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      /** False when the two no longer match after a change: the pair stays, so that it is never announced again. */
      isCurrent: flag('is_current').notNull().default(true),
      seenAt: instant('seen_at'),
      /** When a mail announced it, or when it turned out that none was needed. */
      mailedAt: instant('mailed_at'),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [
      uniqueIndex('matches_pair').on(t.listingId, t.wantedId),
      index('matches_wanted').on(t.wantedId, t.createdAt, t.id),
      index('matches_owner').on(t.ownerId, t.createdAt, t.id),
      index('matches_unseen').on(t.ownerId, t.createdAt, t.id).where(sql`seen_at is null`),
      index('matches_unmailed').on(t.ownerId, t.createdAt).where(sql`mailed_at is null`),
    ],
  );

  /** The queue of changed items that are still to be compared; stored with the change, so that none is lost. */
  const matchJobs = table(
    'match_jobs',
    {
      id: id('id').primaryKey(),
      kind: str('kind').$type<'listing' | 'wanted'>().notNull(),
      itemId: id('item_id').notNull(),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [index('match_jobs_item').on(t.itemId)],
  );

  /** For each person, the state of their mails about matches. */
  const matchMails = table('match_mails', {
    userId: id('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** When the last mail was begun; the wait for the next counts from here. */
    lastAt: instant('last_at'),
    /** They have unsubscribed from these mails. */
    isOff: flag('is_off').notNull().default(false),
  });

  return { matches, matchJobs, matchMails };
}
