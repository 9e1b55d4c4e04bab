import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import { waitingAmong } from '../queue/queries.ts';
import { claimAlerts } from '../saved-searches/alerts/claim-alerts.ts';
import { presentMatch } from './present.ts';
import { insertMatches, pairsOf, setCurrent, shownMatches } from './queries.ts';

export interface Pair {
  listingId: string;
  sellerId: string;
  wantedId: string;
  ownerId: string;
}

interface Item {
  kind: 'listing' | 'wanted';
  id: string;
}

/** Pairs a transaction: a few milliseconds on SQLite, for which all else waits. */
const CHUNK = 30;

const keyOf = ({ listingId, wantedId }: Pick<Pair, 'listingId' | 'wantedId'>) => `${listingId} ${wantedId}`;

function* chunks<T>(all: T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += CHUNK) yield all.slice(from, from + CHUNK);
}

async function publishMatches({ db, publish }: Ctx, ids: string[]): Promise<void> {
  for (const row of await db.read(async (conn) => shownMatches(conn, ids))) {
    publish.toMember(row.match.ownerId, 'match:new', presentMatch(row));
  }
}

/** One listing may match several of a member's WTBs and saved searches: they are told of it once. */
async function notifyOwners(tx: Tx, pairs: Pair[]): Promise<void> {
  const once = new Map(pairs.map((pair) => [`${pair.ownerId} ${pair.listingId}`, pair]));
  const alerts = [...once.values()].map((pair) => ({ ...pair, memberId: pair.ownerId }));
  for (const { memberId: userId, listingId, sellerId: otherId } of await claimAlerts(tx, alerts)) {
    await tx.emit('member notified', { userId, kind: 'match', listingId, otherId });
  }
}

/** No notice: after posting a WTB, its owner sees what is on sale, but not what is listed while it waits. */
async function alreadyShown(tx: Tx, { kind }: Item, pairs: Pair[]): Promise<Set<string>> {
  if (kind === 'listing') return new Set();
  const listings = new Set(pairs.map(({ listingId }) => listingId));
  for (const { itemId } of await waitingAmong(tx, 'listing', [...listings])) listings.delete(itemId);
  return listings;
}

/** A pair's unique key lets only one process store it, so it is published once. */
async function storeNew(ctx: Ctx, item: Item, pairs: Pair[]): Promise<void> {
  const createdAt = new Date();
  // Always in the same order, so that two processes that store the same pairs cannot deadlock.
  const sorted = pairs.toSorted((a, b) =>
    `${a.listingId}${a.wantedId}` < `${b.listingId}${b.wantedId}` ? -1 : 1,
  );
  for (const chunk of chunks(sorted)) {
    await ctx.db.transact(async (tx) => {
      const shown = await alreadyShown(tx, item, chunk);
      const stored = await insertMatches(
        tx,
        chunk.map(({ sellerId: _, ...pair }) => ({ ...pair, id: uuidv7(), createdAt })),
      );
      if (stored.length === 0) return;
      const storedIds = new Set(stored.map(keyOf));
      await notifyOwners(
        tx,
        chunk.filter((pair) => storedIds.has(keyOf(pair)) && !shown.has(pair.listingId)),
      );
      tx.afterCommit(() =>
        publishMatches(
          ctx,
          stored.map(({ id }) => id),
        ),
      );
    });
  }
}

/**
 * Publishes new pairs, and hides those that no longer match. Blocks apply on reading, not here: a pair hidden
 * by a block is stored, and shown again after unblocking.
 */
export async function storePairs(ctx: Ctx, item: Item, pairs: Pair[]): Promise<void> {
  const known = await ctx.db.read(async (conn) => pairsOf[item.kind](conn, { itemId: item.id }));
  const now = new Set(pairs.map(keyOf));
  for (const isCurrent of [true, false]) {
    const changed = known.filter(
      (pair) => pair.isCurrent !== isCurrent && now.has(keyOf(pair)) === isCurrent,
    );
    for (const chunk of chunks(changed.map(({ id }) => id))) {
      await ctx.db.transact(async (tx) => setCurrent(tx, chunk, isCurrent));
    }
  }
  const before = new Set(known.map(keyOf));
  await storeNew(
    ctx,
    item,
    pairs.filter((pair) => !before.has(keyOf(pair))),
  );
}
