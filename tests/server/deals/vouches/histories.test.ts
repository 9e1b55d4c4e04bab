import { RATINGS, type Rating } from '@selvedge/shared/deals/ratings';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { answerDeal } from '../../../../server/src/deals/deals/answer-deal.ts';
import { endProposedOf, expireProposed } from '../../../../server/src/deals/deals/end-proposed.ts';
import { listDeals } from '../../../../server/src/deals/deals/list-deals.ts';
import { nameOther } from '../../../../server/src/deals/deals/name-other.ts';
import { announceVouches } from '../../../../server/src/deals/vouches/announce-vouches.ts';
import { answerVouch } from '../../../../server/src/deals/vouches/answer-vouch.ts';
import { listVouches } from '../../../../server/src/deals/vouches/list-vouches.ts';
import { removeVouch } from '../../../../server/src/deals/vouches/remove-vouch.ts';
import { writeVouch } from '../../../../server/src/deals/vouches/write-vouch.ts';
import { trustOf } from '../../../../server/src/members/trust/count-trust.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { AppError } from '../../../../server/src/platform/core/errors.ts';
import { TOP } from '../../../../server/src/platform/core/paging.ts';
import type { Database } from '../../../../server/src/platform/db/database.ts';
import { openDatabase } from '../../../../server/src/platform/db/open.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { readRows } from '../../../support/data/rows.ts';
import { ageForTrust } from '../../../support/people/aged.ts';
import { addMember } from '../../../support/people/market.ts';
import { openOffers } from '../../../support/people/offers.ts';
import { createDatabase, describeOnEngines } from '../../../support/servers/database.ts';

const DAY = 24 * 3_600_000;
/** `HISTORIES=1000` runs more of them. */
const RUNS = { sqlite: 40, postgres: 8 };
const runsOn = (dialect: keyof typeof RUNS) => Number(process.env.HISTORIES) || RUNS[dialect];

type World = Awaited<ReturnType<typeof openWorld>>;
type Who = 'buyer' | 'rival' | 'seller';

const step = fc.record({
  verb: fc.constantFrom(
    ...(['name', 'name', 'yes', 'yes', 'no', 'somebody else', 'vouch', 'vouch', 'vouch', 'vouch'] as const),
    ...(['answer', 'remove', 'wait', 'wait', 'expire', 'announce', 'block'] as const),
  ),
  who: fc.constantFrom<Who>('buyer', 'buyer', 'rival', 'seller', 'seller'),
  days: fc.nat({ max: 20 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Histories that reach what random ones may leave out. */
const made: Step[] = (['name', 'yes'] as const).map((verb) => ({ verb, who: 'buyer', days: 0 }));
const after = (...steps: [Step['verb'], Who, days?: number][]): [Step[]] => [
  [...made, ...steps.map(([verb, who, days = 0]): Step => ({ verb, who, days }))],
];
const EXAMPLES = [
  after(['somebody else', 'seller'], ['name', 'rival'], ['name', 'buyer'], ['no', 'buyer'], ['yes', 'buyer']),
  after(
    ['vouch', 'buyer'],
    ['announce', 'buyer'],
    ['vouch', 'seller', 1],
    ['answer', 'seller'],
    ['remove', 'seller'],
  ),
  after(
    ['vouch', 'buyer'],
    ['wait', 'buyer', 14],
    ['announce', 'buyer'],
    ['vouch', 'seller'],
    ['answer', 'buyer'],
  ),
  after(
    ['vouch', 'seller'],
    ['wait', 'buyer', 10],
    ['vouch', 'seller', 2],
    ['wait', 'buyer', 4],
    ['vouch', 'seller'],
  ),
  after(['wait', 'buyer', 20], ['wait', 'buyer', 20], ['wait', 'buyer', 20], ['vouch', 'buyer']),
  [
    (['name', 'wait', 'yes', 'expire', 'name', 'yes'] as const).map(
      (verb): Step => ({ verb, who: 'rival', days: 14 }),
    ),
  ] as [Step[]],
];

/** What should be stored, as a reader of the rules would keep it on paper. */
interface Paper {
  deal: { with: Exclude<Who, 'seller'>; proposedAt: number; madeAt: number | null } | null;
  vouches: Partial<
    Record<Who, { at: number; rating: Rating; publicAt: number; answer: string | null; isRemoved: boolean }>
  >;
  announced: Set<Who>;
  notified: Who[];
}

async function openWorld(db: Database) {
  const world = await openOffers(db);
  await world.offer(world.rival, world.ids[1], 300);
  await world.sell();
  const admin = { ...(await addMember(db, 'admin')), isAdmin: true };
  const notified: string[] = [];
  db.events.on('member notified', (_, { userId, kind }) => {
    if (kind === 'vouch') notified.push(userId);
  });
  return { ...world, db, admin, notified, ctx: world.ctx };
}

/** Does a step in the product. @throws an `AppError` for a refusal */
async function act(world: World, { verb, who, days }: Step): Promise<unknown> {
  const { db, ctx, seller, admin, ids, listingId } = world;
  const actor = world[who];
  const [deal] = await readRows(db, 'deals');
  const about = await readRows(db, 'vouches');
  const received = about.find(({ subjectId }) => subjectId === actor.id)?.id ?? listingId;
  const name = (id: string | null) => nameOther(ctx, seller, { listingId, wantedId: null }, id);
  switch (verb) {
    case 'name':
      return name(ids[who === 'rival' ? 1 : 0]);
    case 'somebody else':
      return name(null);
    case 'yes':
    case 'no':
      return answerDeal(ctx, actor, { dealId: deal?.id ?? listingId, isYes: verb === 'yes' });
    case 'vouch':
      return writeVouch({ db }, actor, deal?.id ?? listingId, {
        rating: RATINGS[days % 3] ?? 'good',
        text: null,
      });
    case 'answer':
      return answerVouch({ db }, actor, received, { text: 'Thanks' });
    case 'remove': {
      return db.transact((tx) => removeVouch(tx, admin, { id: received, reason: 'Spam' }));
    }
    case 'wait':
      return vi.setSystemTime(Date.now() + days * DAY);
    case 'expire':
      return expireProposed(ctx);
    case 'announce':
      return announceVouches(ctx);
    case 'block':
      return db.transact((tx) =>
        endProposedOf(ctx, tx, world[who === 'rival' ? 'rival' : 'buyer'].id, seller.id),
      );
  }
}

const otherOf = (paper: Paper, who: Who): Who =>
  who === 'seller' ? (paper.deal?.with ?? 'buyer') : 'seller';
const isParty = (paper: Paper, who: Who) => who === 'seller' || who === paper.deal?.with;

/** The same step on paper. */
function write(paper: Paper, { verb, who, days }: Step): void {
  const now = Date.now();
  const { deal, vouches } = paper;
  const isOpen = deal !== null && deal.madeAt === null;
  const isAnswerable = isOpen && deal.with === who && now < deal.proposedAt + 14 * DAY;
  const named = who === 'rival' ? 'rival' : 'buyer';
  const isPublic = (of: Who) => {
    const vouch = vouches[of];
    return vouch !== undefined && vouch.publicAt <= now && !vouch.isRemoved;
  };
  const received =
    deal && isParty(paper, who) && isPublic(otherOf(paper, who)) ? vouches[otherOf(paper, who)] : undefined;
  if (verb === 'name' && (!deal || (isOpen && deal.with !== named)))
    paper.deal = { with: named, proposedAt: now, madeAt: null };
  if (verb === 'yes' && isAnswerable) deal.madeAt = now;
  const ends =
    (verb === 'no' && isAnswerable) ||
    verb === 'somebody else' ||
    (verb === 'block' && deal?.with === named) ||
    (verb === 'expire' && isOpen && now >= deal.proposedAt + 14 * DAY);
  if (ends && isOpen) paper.deal = null;
  if (verb === 'vouch' && deal?.madeAt != null && isParty(paper, who) && now < deal.madeAt + 60 * DAY) {
    const [own, other] = [vouches[who], vouches[otherOf(paper, who)]];
    if (own && (own.isRemoved || own.publicAt <= now)) return;
    const at = own?.at ?? now;
    if (other) other.publicAt = Math.min(other.publicAt, now);
    const rating = RATINGS[days % 3] ?? 'good';
    vouches[who] = { at, rating, publicAt: other ? now : at + 14 * DAY, answer: null, isRemoved: false };
  }
  if (verb === 'answer' && received) received.answer = 'Thanks';
  if (verb === 'remove' && received) received.isRemoved = true;
  if (verb === 'announce') {
    for (const writer of ['buyer', 'rival', 'seller'] as const) {
      const vouch = vouches[writer];
      if (!vouch || vouch.publicAt > now || paper.announced.has(writer)) continue;
      paper.announced.add(writer);
      if (!vouch.isRemoved) paper.notified.push(otherOf(paper, writer));
    }
  }
}

/** What each member and everyone else sees, in the product. */
async function seen({ db, buyer, rival, seller, notified }: World) {
  const people = { buyer, rival, seller };
  const nameOf = (id: string) => Object.entries(people).find(([, one]) => one.id === id)?.[0];
  const of = (who: Who, actor: Actor) =>
    db.read(async (conn) => ({
      who,
      ...(await trustOf(conn, actor.id, { deals: true, vouches: true })),
      vouches: (await listVouches(conn, actor.id, { ...TOP, limit: 10 })).map(({ vouch }) => [
        vouch.rating,
        vouch.answer,
      ]),
      deals: (await listDeals(conn, actor, { ...TOP, limit: 10 })).map(({ other, isBuyer, vouch }) => ({
        other: nameOf(other.id),
        isBuyer,
        vouch: vouch && [vouch.rating, vouch.removal !== null],
      })),
    }));
  const [row] = await readRows(db, 'deals');
  return {
    deal: row ? [row.state, nameOf(row.buyerId)] : null,
    notified: notified.map(nameOf).sort(),
    seen: [await of('buyer', buyer), await of('rival', rival), await of('seller', seller)],
  };
}

/** The same on paper. */
function expected(paper: Paper) {
  const { deal, vouches } = paper;
  const isMade = deal?.madeAt != null;
  const of = (who: Who) => {
    const isIn = isMade && isParty(paper, who);
    const [own, received] = isIn ? [vouches[who], vouches[otherOf(paper, who)]] : [];
    const shown =
      received && received.publicAt <= Date.now() && !received.isRemoved
        ? [[received.rating, received.answer]]
        : [];
    return {
      who,
      trust: { deals: isIn ? 1 : 0, members: isIn ? 1 : 0, vouches: shown.length },
      vouches: shown,
      deals: isIn
        ? [
            {
              other: otherOf(paper, who),
              isBuyer: who !== 'seller',
              vouch: own ? [own.rating, own.isRemoved] : null,
            },
          ]
        : [],
    };
  };
  return {
    deal: deal && [isMade ? 'made' : 'proposed', deal.with],
    notified: paper.notified.toSorted(),
    seen: (['buyer', 'rival', 'seller'] as const).map(of),
  };
}

describeOnEngines('any history of a deal and its vouches', ({ openDb }) => {
  afterEach(() => void vi.useRealTimers());

  test('shows everyone exactly what the model predicts', {
    tags: ['blind-vouches'],
    timeout: 600_000,
  }, async () => {
    const { dialect } = await openDb();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { url, remove } = await createDatabase(dialect);
        const db = await openDatabase(url, createLog('error'));
        try {
          vi.useFakeTimers({ toFake: ['Date'] });
          const world = await openWorld(db);
          await ageForTrust(db);
          const paper: Paper = { deal: null, vouches: {}, announced: new Set(), notified: [] };
          for (const one of steps) {
            await act(world, one).catch((error: unknown) => {
              if (!(error instanceof AppError)) throw error;
            });
            write(paper, one);
            expect(await seen(world), JSON.stringify(one)).toEqual(expected(paper));
          }
        } finally {
          vi.useRealTimers();
          await db.close();
          await remove();
        }
      }),
      { numRuns: runsOn(dialect), examples: EXAMPLES },
    );
  });
});
