import type { AlertMode } from '@selvedge/shared/items/saved-searches';
import { sql } from 'drizzle-orm';
import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';
import type { ListingSnapshot, SearchTerms } from './terms.ts';

/** Saved searches, the keys by which a listing finds them, and what was found and told. */
export function savedSearchTables(
  { table, index, uniqueIndex, id, str, int, flag, instant, json }: Kit,
  { users, listings }: Referenced<'users' | 'listings'>,
) {
  const memberId = () =>
    id('person_id')
      .notNull()
      .references(() => users.id);
  const listingId = () =>
    id('listing_id')
      .notNull()
      .references(() => listings.id, { onDelete: 'cascade' });

  const savedSearches = table(
    'saved_searches',
    {
      id: id('id').primaryKey(),
      memberId: memberId(),
      name: str('name').notNull(),
      /** The query string of the grid, in canonical form. */
      query: str('query').notNull(),
      /** Equal for queries that find the same. */
      queryKey: str('query_key').notNull(),
      terms: json<SearchTerms>('terms').notNull(),
      alerts: str('alerts').$type<AlertMode>().notNull(),
      createdAt: instant('created_at').notNull(),
      /** When its owner last opened it: what was found since is new. */
      openedAt: instant('opened_at').notNull(),
      lastFoundAt: instant('last_found_at'),
    },
    (t) => [
      uniqueIndex('saved_searches_once').on(t.memberId, t.queryKey),
      index('saved_searches_list').on(t.memberId, t.createdAt, t.id),
    ],
  );

  /** One row for each combination that a fitting listing looks up; '' stands for any category or size. */
  const savedSearchKeys = table(
    'saved_search_keys',
    {
      id: id('id').primaryKey(),
      searchId: id('search_id')
        .notNull()
        .references(() => savedSearches.id, { onDelete: 'cascade' }),
      key: str('key').notNull(),
      category: str('category').notNull(),
      size: str('size').notNull(),
      maxPriceCents: int('max_price_cents').notNull(),
    },
    (t) => [
      index('saved_search_keys_find').on(t.key, t.category, t.size, t.maxPriceCents, t.searchId),
      index('saved_search_keys_search').on(t.searchId),
    ],
  );

  /** What each search has found, to count what is new. */
  const searchFinds = table(
    'search_finds',
    {
      id: id('id').primaryKey(),
      searchId: id('search_id')
        .notNull()
        .references(() => savedSearches.id, { onDelete: 'cascade' }),
      listingId: listingId(),
      foundAt: instant('found_at').notNull(),
    },
    (t) => [
      uniqueIndex('search_finds_once').on(t.searchId, t.listingId),
      index('search_finds_new').on(t.searchId, t.foundAt),
      index('search_finds_listing').on(t.listingId),
      index('search_finds_old').on(t.foundAt),
    ],
  );

  /** Which listings a member was alerted to, for a search or a WTB: once, and again only for far less money. */
  const listingAlerts = table(
    'listing_alerts',
    {
      id: id('id').primaryKey(),
      memberId: memberId(),
      listingId: listingId(),
      /** The price that they were told. */
      priceCents: int('price_cents').notNull(),
      /** The search that it is told for. Without a reference, since the alert outlives it. */
      searchId: id('search_id'),
      /** When the daily mail with it is due; null when there is none, or it was sent. */
      dueAt: instant('due_at'),
    },
    (t) => [
      uniqueIndex('listing_alerts_once').on(t.memberId, t.listingId),
      index('listing_alerts_listing').on(t.listingId, t.memberId),
      index('listing_alerts_due').on(t.dueAt, t.memberId).where(sql`due_at is not null`),
    ],
  );

  /** Each listing as it was when searches were last matched with it: what fitted then is not new. */
  const searchedListings = table('searched_listings', {
    listingId: listingId().primaryKey(),
    snapshot: json<ListingSnapshot>('snapshot').notNull(),
  });

  /** Members who unsubscribed from the daily mail. */
  const searchMails = table('search_mails', {
    memberId: memberId().primaryKey(),
    isOff: flag('is_off').notNull(),
  });

  /** Listings and sellers that a member is not interested in: exactly one of the two is set. */
  const dismissals = table(
    'dismissals',
    {
      id: id('id').primaryKey(),
      memberId: memberId(),
      listingId: id('listing_id').references(() => listings.id, { onDelete: 'cascade' }),
      sellerId: id('seller_id').references(() => users.id),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [
      uniqueIndex('dismissals_listing').on(t.memberId, t.listingId).where(sql`listing_id is not null`),
      uniqueIndex('dismissals_seller').on(t.memberId, t.sellerId).where(sql`seller_id is not null`),
      index('dismissals_of_listing').on(t.listingId).where(sql`listing_id is not null`),
      index('dismissals_of_seller').on(t.sellerId).where(sql`seller_id is not null`),
      index('dismissals_list').on(t.memberId, t.createdAt, t.id),
    ],
  );

  return {
    ...{ savedSearches, savedSearchKeys, searchFinds, listingAlerts, searchedListings },
    ...{ searchMails, dismissals },
  };
}
