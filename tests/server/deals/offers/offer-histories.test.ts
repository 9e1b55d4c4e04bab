import { OFFER_STATES } from '@selvedge/shared/deals/offers';
import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { messagesWithSender } from '../../../../server/src/conversations/queries.ts';
import { messageRemoved } from '../../../../server/src/deals/offers/follow-changes.ts';
import { AppError } from '../../../../server/src/platform/core/errors.ts';
import type { Database } from '../../../../server/src/platform/db/database.ts';
import { readRows } from '../../../support/data/rows.ts';
import { openOffers } from '../../../support/people/offers.ts';
import { describeOnEngines } from '../../../support/servers/database.ts';
import { ALL_FEATURES, settingsWith } from '../../../support/servers/features.ts';

const HOUR = 3_600_000;
const { OFFER_HISTORIES } = process.env;
const RUNS = OFFER_HISTORIES
  ? { sqlite: Number(OFFER_HISTORIES), postgres: Number(OFFER_HISTORIES) }
  : process.env.SELVEDGE_TEST_DRILLS
    ? { sqlite: 150, postgres: 25 }
    : { sqlite: 40, postgres: 8 };
/** The time limit for each history. */
const HISTORY_MS = 2_000;
type World = Awaited<ReturnType<typeof openOffers>>;

const verb = fc.constantFrom(
  ...([
    'offer',
    'offer',
    'counter',
    'accept',
    'accept',
    'decline',
    'withdraw',
    'price',
    'wait',
    'wait',
    'expire',
    'expire',
  ] as const),
  ...(['sell', 'remove', 'block', 'admin'] as const),
);
const step = fc.record({ verb, isRival: fc.boolean(), n: fc.nat({ max: 40 }) });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Histories that reach each state, since random ones may leave one out. */
const EVERY_STATE = (
  [
    ['offer', 'accept'],
    ['offer', 'decline'],
    ['offer', 'withdraw'],
    ['offer', 'counter'],
    ['offer', 'price'],
    ['offer', 'wait', 'expire'],
  ] as const
).map((verbs): [Step[][], boolean] => [verbs.map((verb): Step[] => [{ verb, isRival: false, n: 40 }]), true]);

/** Every state that an offer of the histories was in. */
const reached = new Set<string>();

interface Seen {
  /** Each ended offer's state. */
  ended: Map<string, string>;
  /** Accepted offers that are void, since another buyer's was accepted. */
  superseded: Set<string>;
}

/** What must hold of the stored offers and the hold, after any history. */
async function check(db: Database, world: World, { ended, superseded }: Seen): Promise<void> {
  const hasHolds = world.ctx.settings.isOn('holds');
  const acceptedIn: string[] = [];
  const listing = await world.readListing();
  const isGone = listing.isSold || listing.removedAt !== null;
  expect((listing.holdConversationId === null) === (listing.holdUntil === null)).toBe(true);
  if (isGone || !hasHolds) expect(listing.holdConversationId).toBeNull();
  for (const id of world.ids) {
    const offers = await world.offersIn(id);
    expect(offers.filter(({ state }) => state === 'open').length).toBeLessThanOrEqual(1);
    for (const { id: offerId, state, listingPriceCents } of offers) {
      reached.add(state);
      if (state === 'accepted' && !acceptedIn.includes(id)) acceptedIn.push(id);
      // An ended offer never changes, unless another buyer's is accepted.
      const before = ended.get(offerId);
      if (before === 'accepted' && state === 'void') superseded.add(offerId);
      else if (before) expect(state).toBe(before);
      if (state !== 'open') ended.set(offerId, state);
      else {
        expect(isGone).toBe(false);
        expect(listingPriceCents).toBe(listing.priceCents);
        expect([null, id]).toContain(listing.holdConversationId);
      }
    }
    if (listing.holdConversationId === id) expect(offers.map(({ state }) => state)).toContain('accepted');
    const rows = await db.read((conn) =>
      messagesWithSender(conn)
        .where(eq(conn.t.messages.conversationId, id))
        .orderBy(asc(conn.t.messages.seq)),
    );
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, n) => n + 1));
    const made = rows.flatMap(({ offer }) => (offer ? [offer] : []));
    expect(made.map((offer) => [offer.id, offer.state]).sort()).toEqual(
      offers.map((offer) => [offer.id, offer.state]).sort(),
    );
    // Each member has an acceptance for each accepted offer, and no other.
    const accepted = made.filter((offer) => offer.state === 'accepted' || superseded.has(offer.id)).length;
    const acceptances = rows.filter(({ content }) => content.startsWith('Accepted')).length;
    if (hasHolds) expect(acceptances).toBe(accepted);
    // One may have been accepted and superseded within a turn.
    else expect(acceptances).toBeGreaterThanOrEqual(accepted);
  }
  expect(acceptedIn.length).toBeLessThanOrEqual(1);
}

async function take(db: Database, world: World, { verb: what, isRival, n }: Step): Promise<unknown> {
  const { ctx, seller, ids } = world;
  const [id, buyer] = isRival ? [ids[1], world.rival] : [ids[0], world.buyer];
  const latest = (await world.offersIn(id)).at(-1);
  const { priceCents } = await world.readListing();
  const dollars = Math.max(1, priceCents / 100 - n);
  // Some members look at an outdated price.
  const price = n % 7 === 0 ? priceCents / 100 + 1 : undefined;
  switch (what) {
    case 'offer':
      return world.offer(buyer, id, dollars, price === undefined ? {} : { price });
    case 'counter':
      return world.offer(seller, id, dollars);
    case 'accept':
    case 'decline':
      return world.answer(latest?.byId === seller.id ? buyer : seller, latest?.id ?? ids[0], what, price);
    case 'withdraw':
      return world.answer(latest?.byId === seller.id ? seller : buyer, latest?.id ?? ids[0], what);
    case 'price':
      return world.price(300 + n);
    case 'wait':
      return vi.setSystemTime(Date.now() + 2 * n * HOUR);
    case 'expire':
      return world.expire();
    case 'sell':
    case 'remove':
      // Rarely: not much can happen afterwards.
      return n < 4 ? world[what]() : null;
    case 'block':
      return world.block(seller, buyer);
    case 'admin': {
      const [message] = latest ? await readRows(db, 'messages', { offerId: latest.id }) : [];
      return message && db.transact((tx) => messageRemoved(ctx, tx, message.id));
    }
  }
}

describeOnEngines('any history of two buyers, a seller, an admin and time', ({ openDb }) => {
  afterEach(() => void vi.useRealTimers());

  test(
    'leaves one holder at most',
    async () => {
      const db = await openDb();
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 14 }),
          fc.boolean(),
          async (turns, hasHolds) => {
            try {
              vi.useFakeTimers({ toFake: ['Date'] });
              const world = await openOffers(
                db,
                settingsWith(...(hasHolds ? ALL_FEATURES : (['offers'] as const))),
              );
              const seen = { ended: new Map<string, string>(), superseded: new Set<string>() };
              for (const turn of turns) {
                const settled = await Promise.allSettled(turn.map((one) => take(db, world, one)));
                for (const one of settled) {
                  if (one.status === 'rejected' && !(one.reason instanceof AppError)) throw one.reason;
                }
                await check(db, world, seen);
              }
            } finally {
              vi.useRealTimers();
            }
          },
        ),
        { numRuns: RUNS[db.dialect], examples: EVERY_STATE },
      );
      expect([...reached].sort()).toEqual([...OFFER_STATES].sort());
    },
    Math.max(...Object.values(RUNS)) * HISTORY_MS,
  );
});
