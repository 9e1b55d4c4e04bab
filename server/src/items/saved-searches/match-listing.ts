import { ALERT_DROP_PERCENT } from '@selvedge/shared/platform/limits';
import { hiddenMembers } from '../../members/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { Conn } from '../../platform/db/database.ts';
import { filterInSlices } from '../matching/filter-in-slices.ts';
import { membersAlerted } from './alerts/queries.ts';
import { membersWithout } from './dismissals/queries.ts';
import {
  type CandidateRow,
  findSearched,
  findSnapshot,
  pricesSince,
  searchesById,
  searchIdsFor,
} from './queries.ts';
import { type Found, storeFound } from './store-found.ts';
import { fits, keysOfListing, type ListingSnapshot } from './terms.ts';

const DAY = 86_400_000;
const READ_AT_ONCE = 500;

/** The least price that a member was told which a price undercuts by far. */
const toldFrom = (priceCents: number): number => Math.ceil((priceCents * 100) / (100 - ALERT_DROP_PERCENT));

/** The listing as it was when searches were last matched, once for each price of the last day. */
async function snapshotsBefore(conn: Conn, id: string): Promise<ListingSnapshot[]> {
  const [known] = await findSearched(conn, { id });
  if (!known) return [];
  const { snapshot } = known;
  const prices = await pricesSince(conn, id, new Date(Date.now() - DAY));
  const cents = new Set([snapshot.priceCents, ...prices.map((price) => price.cents ?? snapshot.priceCents)]);
  return [...cents].map((priceCents) => ({ ...snapshot, priceCents }));
}

/** The members who are never told of a seller's listing. */
async function membersBesides(conn: Conn, id: string, sellerId: string): Promise<Set<string>> {
  const hidden = await hiddenMembers(conn, { id: sellerId });
  const dismissed = await membersWithout(conn, id, sellerId);
  return new Set([
    sellerId,
    ...hidden.map((person) => person.id),
    ...dismissed.map(({ memberId }) => memberId),
  ]);
}

/** The searches that a listing fits, wherever it is in the grid. */
async function searchesFor(conn: Conn, snapshot: ListingSnapshot): Promise<CandidateRow[]> {
  const { priceCents } = snapshot;
  // One that names several sizes may be found by each.
  const unique = new Set<string>();
  for (const keys of keysOfListing(snapshot))
    for (const { id } of await searchIdsFor(conn, { ...keys, priceCents })) unique.add(id);
  const ids = [...unique];
  const found: CandidateRow[] = [];
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    const read = await searchesById(conn, ids.slice(from, from + READ_AT_ONCE));
    found.push(...(await filterInSlices(read, ({ terms }) => fits(terms, snapshot))));
  }
  return found;
}

/** What a change of a listing means for the saved searches; null if the listing is gone. */
async function findMatches(conn: Conn, id: string): Promise<Found | null> {
  const [row] = await findSnapshot(conn, { id });
  if (!row) return null;
  const { createdAt, ...rest } = row;
  const snapshot: ListingSnapshot = rest;
  const found = { listingId: id, snapshot, toldFrom: toldFrom(snapshot.priceCents) };
  if (!snapshot.isOnSale) return { ...found, fitting: [], newIds: new Set(), toldAgain: new Set() };
  const before = await snapshotsBefore(conn, id);
  const besides = await membersBesides(conn, id, snapshot.sellerId);
  const fitting = (await searchesFor(conn, snapshot)).filter(({ memberId }) => !besides.has(memberId));
  // Without a snapshot, it was on sale when later searches were saved.
  const fittedBefore = ({ terms, createdAt: savedAt }: CandidateRow) =>
    before.length === 0 ? savedAt > createdAt : before.some((snapshotThen) => fits(terms, snapshotThen));
  const newIds = new Set(fitting.filter((search) => !fittedBefore(search)).map((search) => search.id));
  const told = await membersAlerted(conn, id, found.toldFrom);
  return { ...found, fitting, newIds, toldAgain: new Set(told.map(({ memberId }) => memberId)) };
}

/**
 * Matches a listing, as it is now, with all saved searches, and alerts their owners.
 * @param isClosed whether to end early, to be repeated
 */
export async function matchListing(ctx: Ctx, id: string, isClosed: () => boolean): Promise<void> {
  if (!ctx.settings.isOn('savedSearches')) return;
  const found = await ctx.db.read((conn) => findMatches(conn, id));
  if (found) await storeFound(ctx, found, isClosed);
}
