import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../db/database.ts';
import type { Matching } from './context.ts';
import { presentMatch } from './present.ts';
import { insertMatches, pairsOf, setCurrent, shownMatches, withJobs } from './queries.ts';

export interface Pair {
  listingId: string;
  wantedId: string;
  /** Whose request it is. */
  ownerId: string;
}

interface Item {
  kind: 'listing' | 'wanted';
  id: string;
}

const AT_ONCE = 500;

function* chunks<T>(all: T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE);
}

/** Tells the owners of requests about their new matches, except those that a block hides. */
async function tell({ db, publish }: Matching, ids: string[]): Promise<void> {
  for (const row of await db.read(async (conn) => shownMatches(conn, ids))) {
    publish.toPerson(row.match.ownerId, 'match:new', presentMatch(row));
  }
}

/**
 * The listings of new pairs that no mail has to tell: whoever posts a request is shown at once what is on sale already,
 * but not what somebody posts while the request waits to be matched.
 */
async function shownAtOnce(tx: Tx, { kind }: Item, pairs: Pair[]): Promise<Set<string>> {
  if (kind === 'listing') return new Set();
  const listings = new Set(pairs.map(({ listingId }) => listingId));
  for (const { itemId } of await withJobs(tx, [...listings])) listings.delete(itemId);
  return listings;
}

/** Stores and tells new pairs. A pair's unique key lets only one process store it, so it is told once. */
async function storeNew(ctx: Matching, item: Item, pairs: Pair[]): Promise<void> {
  const createdAt = new Date();
  // Always in the same order, so that two processes that store the same pairs cannot deadlock.
  const sorted = pairs.toSorted((a, b) =>
    `${a.listingId}${a.wantedId}` < `${b.listingId}${b.wantedId}` ? -1 : 1,
  );
  for (const some of chunks(sorted)) {
    await ctx.db.transact(async (tx) => {
      const shown = await shownAtOnce(tx, item, some);
      const stored = await insertMatches(
        tx,
        some.map((pair) => ({
          ...pair,
          id: uuidv7(),
          createdAt,
          mailedAt: shown.has(pair.listingId) ? createdAt : null,
        })),
      );
      if (stored.length === 0) return;
      tx.afterCommit(() =>
        tell(
          ctx,
          stored.map(({ id }) => id),
        ),
      );
    });
  }
}

/**
 * Stores what an item matches now: new pairs are told, and pairs that no longer match are no longer shown. Blocks do
 * not matter here but on reading: a pair that a block hides is stored, and shown again after unblocking.
 */
export async function storePairs(ctx: Matching, item: Item, pairs: Pair[]): Promise<void> {
  const keyOf = ({ listingId, wantedId }: Omit<Pair, 'ownerId'>) => `${listingId} ${wantedId}`;
  const known = await ctx.db.read(async (conn) => pairsOf[item.kind](conn, { itemId: item.id }));
  const now = new Set(pairs.map(keyOf));
  for (const isCurrent of [true, false]) {
    const changed = known.filter(
      (pair) => pair.isCurrent !== isCurrent && now.has(keyOf(pair)) === isCurrent,
    );
    for (const some of chunks(changed.map(({ id }) => id))) {
      await ctx.db.transact(async (tx) => setCurrent(tx, some, isCurrent));
    }
  }
  const before = new Set(known.map(keyOf));
  await storeNew(
    ctx,
    item,
    pairs.filter((pair) => !before.has(keyOf(pair))),
  );
}
