import type { SearchPreview } from '@selvedge/shared/items/saved-searches';
import { COUNT_MAX, PREVIEW_DAYS } from '@selvedge/shared/platform/limits';
import { findMember, isDeleted, isHidden } from '../../members/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { formatInstant } from '../../platform/core/format-instant.ts';
import type { Conn } from '../../platform/db/database.ts';
import type { SearchFilters } from '../listings/finding/find-query.ts';
import { housesOf } from '../listings/finding/houses-of.ts';
import { findNewest } from '../listings/finding/newest-listings.ts';
import { unseenBy } from '../listings/finding/unseen.ts';
import { findDismissal } from './dismissals/queries.ts';
import { parseSearch } from './parse-search.ts';

const DAY = 86_400_000;

async function whyNotSeller(conn: Conn, actor: Actor, sellerId: string): Promise<string | null> {
  if (sellerId === actor.id) return 'You are not told of your own items.';
  const [seller] = await findMember(conn, sellerId);
  if (!seller || isDeleted(seller)) return 'This seller is no longer here.';
  if (await isHidden(conn, actor, sellerId)) return 'You do not see items of this seller.';
  const [dismissed] = await findDismissal(conn, actor.id, { sellerId });
  return dismissed ? 'You marked this seller as “Not interested”.' : null;
}

/** Why an alert for a search can never match; null if it can. */
async function whyNever(conn: Conn, actor: Actor, filters: SearchFilters): Promise<string | null> {
  const { minPrice = 0, maxPrice, seller, sold } = filters;
  if (sold) return 'Sold items are not alerted to.';
  if (maxPrice === 0) return 'Nothing is listed for free.';
  if (maxPrice !== undefined && minPrice > maxPrice) return 'The lowest price is above the highest.';
  return seller === undefined ? null : whyNotSeller(conn, actor, seller);
}

/** What a search would have found in the last 30 days. @throws invalid_input */
export function previewSearch(ctx: Ctx, actor: Actor, query: string): Promise<SearchPreview> {
  const { filters } = parseSearch(query, ctx.settings.currency());
  return ctx.db.read(async (conn) => {
    const { rows, total } = await findNewest(conn, {
      ...{ filters, limit: 1, isCounted: true, houses: housesOf(ctx)() },
      since: new Date(Date.now() - PREVIEW_DAYS * DAY),
      ...(await unseenBy(ctx)(conn, actor)),
    });
    const [newest] = rows;
    return {
      count: Math.min(total ?? 0, COUNT_MAX),
      newestAt: newest ? formatInstant(newest.listing.createdAt) : null,
      never: await whyNever(conn, actor, filters),
    };
  });
}
