import { sql } from 'drizzle-orm';
import type { Kit } from './kit.ts';

type Column = Parameters<ReturnType<Kit['id']>['references']>[0];

/** What `matchingTables` refers to. */
type Things = Record<'users' | 'listings' | 'wanted', { id: ReturnType<Column> }>;

/** Listings that are what somebody wants, and who is still to be told. */
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
      /** Who wants it. */
      ownerId: id('owner_id')
        .notNull()
        .references(() => users.id, { onDelete: 'cascade' }),
      /** Not any more when one of the two was changed: the pair stays, so that it is never told again. */
      isCurrent: flag('is_current').notNull().default(true),
      seenAt: instant('seen_at'),
      /** When a mail told it, or when it turned out that none was needed. */
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

  /** What was changed and is still to be looked at; written with the change, so that none is forgotten. */
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

  /** Mails about matches to one person. */
  const matchMails = table('match_mails', {
    userId: id('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** When the last one was begun; the next has to wait from here. */
    lastAt: instant('last_at'),
    /** They want none. */
    isOff: flag('is_off').notNull().default(false),
  });

  return { matches, matchJobs, matchMails };
}
