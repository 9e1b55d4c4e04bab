import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import { inSlices } from '../../platform/jobs/in-slices.ts';
import { nextDailyMail } from './alerts/due.ts';
import { storeAlerts } from './alerts/queries.ts';
import { type CandidateRow, insertFinds, setLastFound, storeSearched } from './queries.ts';
import type { ListingSnapshot } from './terms.ts';

export interface Found {
  listingId: string;
  snapshot: ListingSnapshot;
  /** The least price of an earlier alert that permits another one. */
  toldFrom: number;
  /** All searches that the listing fits. */
  fitting: CandidateRow[];
  /** Those of them that it did not fit before. */
  newIds: ReadonlySet<string>;
  /** The members who were told of it at a far higher price. */
  toldAgain: ReadonlySet<string>;
}

/** In one transaction. */
const MEMBERS_AT_ONCE = 10;

/** The search that an alert names: the first of the member's list that asks for it at once, or else daily. */
function namedSearch(searches: CandidateRow[]): CandidateRow | undefined {
  const inOrder = searches.toSorted((a, b) =>
    a.createdAt.getTime() === b.createdAt.getTime()
      ? b.id.localeCompare(a.id)
      : b.createdAt.getTime() - a.createdAt.getTime(),
  );
  return (
    inOrder.find(({ alerts }) => alerts === 'instant') ?? inOrder.find(({ alerts }) => alerts === 'daily')
  );
}

/** Stores alerts, each once for a member and listing, and notifies those who want to know at once. */
async function alertMembers(
  { settings }: Ctx,
  tx: Tx,
  { listingId, snapshot: { sellerId, priceCents }, toldFrom }: Found,
  searches: CandidateRow[],
): Promise<void> {
  if (searches.length === 0) return;
  const dueAt = nextDailyMail(new Date(), settings.timeZone());
  const rows = searches.map(({ id: searchId, memberId, alerts }) => ({
    ...{ memberId, listingId, priceCents, searchId },
    dueAt: alerts === 'daily' ? dueAt : null,
  }));
  const stored = new Set((await storeAlerts(tx, rows, toldFrom)).map(({ memberId }) => memberId));
  for (const { id: searchId, memberId, name, alerts } of searches) {
    if (!stored.has(memberId)) continue;
    await tx.emit('search matched', { memberId, searchId, listingId });
    if (alerts !== 'instant') continue;
    const notice = { userId: memberId, kind: 'search-match', listingId, otherId: sellerId };
    await tx.emit('member notified', { ...notice, data: { search: name } });
  }
}

async function storeFor(
  ctx: Ctx,
  tx: Tx,
  found: Found,
  members: [memberId: string, searches: CandidateRow[]][],
): Promise<void> {
  const { listingId, newIds, toldAgain } = found;
  const foundAt = new Date();
  const isNew = ({ id }: CandidateRow) => newIds.has(id);
  const rows = members.flatMap(([, searches]) =>
    searches.filter(isNew).map(({ id }) => ({ searchId: id, listingId, foundAt })),
  );
  const stored = rows.length === 0 ? [] : await insertFinds(tx, rows);
  const storedIds = stored.map(({ searchId }) => searchId);
  if (storedIds.length > 0) await setLastFound(tx, storedIds, foundAt);
  await alertMembers(
    ctx,
    tx,
    found,
    members.flatMap(([memberId, searches]) =>
      searches.some(isNew) || toldAgain.has(memberId) ? (namedSearch(searches) ?? []) : [],
    ),
  );
  const owners = members.filter(([, searches]) => searches.some(({ id }) => storedIds.includes(id)));
  tx.afterCommit(() => {
    for (const [memberId] of owners) ctx.publish.toMember(memberId, 'searches:changed', {});
  });
}

/** Stores what was found. Unique keys let a job that a kill interrupted be repeated. */
export async function storeFound(ctx: Ctx, found: Found, isClosed: () => boolean): Promise<void> {
  const all = Map.groupBy(found.fitting, ({ memberId }) => memberId);
  // Only these can have something to store. In the same order, so that two processes cannot deadlock.
  const members = [...all]
    .filter(([id, searches]) => found.toldAgain.has(id) || searches.some((one) => found.newIds.has(one.id)))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  await inSlices(async () => {
    const slice = members.splice(0, MEMBERS_AT_ONCE);
    if (slice.length > 0) await ctx.db.transact((tx) => storeFor(ctx, tx, found, slice));
    return members.length > 0;
  }, isClosed);
  if (isClosed()) return;
  await ctx.db.transact(async (tx) => storeSearched(tx, found.listingId, found.snapshot));
}
