import { LOWEST_PRICE_DAYS } from '@selvedge/shared/platform/limits';
import type { Conn } from '../../platform/db/database.ts';
import { type ListingState, lowestPriceSince } from './queries.ts';

const DAY_MS = 86_400_000;

/** In cents. */
interface ReferencePrices {
  /** The lowest of the 30 days before the first discount: the displayed discount is relative to it. */
  reference: number;
  /** The lowest of the last 30 days: a discount bumps the listing by its percentage off this. */
  lowest: number;
}

/** Compares discounts with the lowest recent price, so that raising the price first gains nothing. */
export async function findReferencePrices(
  conn: Conn,
  { id, priceCents, originalPriceCents }: Pick<ListingState, 'id' | 'priceCents' | 'originalPriceCents'>,
  now: Date,
): Promise<ReferencePrices> {
  const since = new Date(now.getTime() - LOWEST_PRICE_DAYS * DAY_MS);
  const [recent] = await lowestPriceSince(conn, id, since);
  const lowest = Math.min(priceCents, recent?.cents ?? priceCents);
  return { reference: originalPriceCents ?? lowest, lowest };
}
