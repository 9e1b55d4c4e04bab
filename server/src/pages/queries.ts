import { and, asc, eq, exists, isNull, or, sql } from 'drizzle-orm';
import type { Conn } from '../platform/db/database.ts';
import { prepared } from '../platform/db/prepared.ts';

const value = (name: string) => sql.placeholder(name);

export const findPhotos = prepared('find_photos_of_listing', ({ q, t: { listings: l } }: Conn) =>
  q
    .select({ photos: l.photos })
    .from(l)
    .where(and(eq(l.id, value('id')), isNull(l.removedAt))),
);

/** A page in a sitemap: `key` is its sort key, `name` the last segment of its path. */
export interface SitemapRow {
  key: string;
  name: string;
  changedAt: Date;
}

/** Listings on sale above `after`, by id. */
export const listingsForSitemap = prepared('sitemap_listings', ({ q, t: { listings: l } }: Conn) =>
  q
    .select({ key: l.id, name: l.id, changedAt: l.bumpedAt })
    .from(l)
    .where(and(isNull(l.removedAt), sql`not ${l.isSold}`, sql`${l.id} > ${value('after')}`))
    .orderBy(asc(l.id))
    .limit(value('limit'))
    .offset(value('skip')),
);

/** Open WTBs, in the same order. */
export const wantedForSitemap = prepared('sitemap_wanted', ({ q, t: { wanted: w } }: Conn) =>
  q
    .select({ key: w.id, name: w.id, changedAt: w.bumpedAt })
    .from(w)
    .where(and(isNull(w.removedAt), sql`not ${w.isFulfilled}`, sql`${w.id} > ${value('after')}`))
    .orderBy(asc(w.id))
    .limit(value('limit'))
    .offset(value('skip')),
);

/** Members with listings or open WTBs, in the same order. */
export const profilesForSitemap = prepared(
  'sitemap_profiles',
  ({ q, t: { users: u, listings: l, wanted: w } }: Conn) =>
    q
      .select({ key: u.id, name: u.username, changedAt: u.updatedAt })
      .from(u)
      .where(
        and(
          sql`${u.id} > ${value('after')}`,
          or(
            exists(
              q
                .select({ one: sql`1` })
                .from(l)
                .where(and(eq(l.sellerId, u.id), isNull(l.removedAt))),
            ),
            exists(
              q
                .select({ one: sql`1` })
                .from(w)
                .where(and(eq(w.buyerId, u.id), isNull(w.removedAt), sql`not ${w.isFulfilled}`)),
            ),
          ),
        ),
      )
      .orderBy(asc(u.id))
      .limit(value('limit'))
      .offset(value('skip')),
);
