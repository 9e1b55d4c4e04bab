import type { Rating } from '@selvedge/shared/deals/ratings';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerVouch } from '../../../../server/src/deals/vouches/answer-vouch.ts';
import { listVouches } from '../../../../server/src/deals/vouches/list-vouches.ts';
import { presentVouch } from '../../../../server/src/deals/vouches/present.ts';
import { writeVouch } from '../../../../server/src/deals/vouches/write-vouch.ts';
import { trustOf } from '../../../../server/src/members/trust/count-trust.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { AppError } from '../../../../server/src/platform/core/errors.ts';
import { TOP } from '../../../../server/src/platform/core/paging.ts';
import type { Database } from '../../../../server/src/platform/db/database.ts';
import { insertRows } from '../../../support/data/rows.ts';
import { ageForTrust } from '../../../support/people/aged.ts';
import { addListing, addMember } from '../../../support/people/market.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';

const DAY = 24 * 3_600_000;

describeOnBothEngines('a vouch', ({ openDb }) => {
  let db: Database;
  let buyer: Actor;
  let seller: Actor;
  let dealId: string;
  async function addDeal(state: 'proposed' | 'made' = 'made'): Promise<string> {
    const id = uuidv7();
    const at = new Date();
    const listingId = await addListing(db, seller.id, { isSold: true });
    const ids = {
      id,
      listingId,
      wantedId: null,
      conversationId: null,
      buyerId: buyer.id,
      sellerId: seller.id,
    };
    const deal = { ...ids, title: 'Trucker', photo: null, state, soldAt: at, proposedAt: at, madeAt: at };
    await insertRows(db, 'deals', deal);
    return id;
  }
  beforeEach(async () => {
    db = await openDb();
    vi.useFakeTimers({ toFake: ['Date'] });
    seller = await addMember(db, 'marlow');
    buyer = await addMember(db, 'odile');
    dealId = await addDeal();
    await ageForTrust(db);
  });
  afterEach(() => void vi.useRealTimers());

  const write = (actor: Actor, rating: Rating = 'good', text: string | null = null, of = dealId) =>
    writeVouch({ db }, actor, of, { rating, text });
  const about = async (subject: Actor) =>
    (await db.read((conn) => listVouches(conn, subject.id, { ...TOP, limit: 100 }))).map(presentVouch);
  const counts = async (subject: Actor) =>
    (await db.read((conn) => trustOf(conn, subject.id, { deals: true, vouches: true }))).trust;
  const later = (days: number) => vi.setSystemTime(Date.now() + days * DAY);

  test('is invisible until both are written', async () => {
    await write(buyer, 'bad', 'It has a hole.');
    expect([await about(seller), await counts(seller)]).toEqual([[], { deals: 1, members: 1, vouches: 0 }]);
    await write(buyer, 'mixed', 'A small hole.');
    later(1);
    await write(seller, 'good');
    expect(await about(seller)).toMatchObject([
      {
        rating: 'mixed',
        text: 'A small hole.',
        isByBuyer: true,
        writer: { username: 'odile' },
        title: 'Trucker',
      },
    ]);
    expect(await about(buyer)).toMatchObject([{ rating: 'good', text: null, isByBuyer: false }]);
    expect(await counts(buyer)).toEqual({ deals: 1, members: 1, vouches: 1 });
    for (const actor of [buyer, seller]) await expect(write(actor)).rejects.toThrow('no longer be changed');
  });

  test('becomes public without the other after 14 days', async () => {
    await write(buyer, 'good');
    later(13.9);
    expect(await about(seller)).toEqual([]);
    // A change does not postpone it.
    await write(buyer, 'good', 'Thank you');
    later(0.1);
    expect(await about(seller)).toMatchObject([{ text: 'Thank you' }]);
    await expect(write(buyer, 'bad')).rejects.toMatchObject({ code: 'conflict' });
    await write(seller, 'bad');
    expect(await about(buyer)).toMatchObject([{ rating: 'bad' }]);
  });

  test('needs a made deal within 60 days', async () => {
    const stranger = await addMember(db, 'stranger');
    await expect(write(stranger)).rejects.toMatchObject({ code: 'not_found' });
    await expect(write(buyer, 'good', null, uuidv7())).rejects.toMatchObject({ code: 'not_found' });
    await expect(write(buyer, 'good', null, await addDeal('proposed'))).rejects.toMatchObject({
      code: 'not_found',
    });
    later(60);
    await expect(write(buyer)).rejects.toThrow('for 60 days');
  });

  test('is answered once, by its subject', async () => {
    const { id } = await write(buyer, 'bad', 'Late');
    const answer = (actor: Actor, text: string) => answerVouch({ db }, actor, id, { text });
    await expect(answer(seller, 'Sorry')).rejects.toMatchObject({ code: 'not_found' });
    later(14);
    await expect(answer(buyer, 'Sorry')).rejects.toMatchObject({ code: 'forbidden' });
    await answer(seller, 'Sorry');
    await answer(seller, 'Sorry');
    await expect(answer(seller, 'Not sorry')).rejects.toMatchObject({ code: 'conflict' });
    expect(await about(seller)).toMatchObject([{ answer: 'Sorry' }]);
  });

  test('written by both at once is one a side', async () => {
    for (let n = 0; n < 5; n++) {
      const id = await addDeal();
      await Promise.all(
        [buyer, seller, buyer, seller].map((actor) => write(actor, 'good', null, id).catch(() => null)),
      );
    }
    expect([(await about(seller)).length, (await about(buyer)).length]).toEqual([5, 5]);
  });

  test('is invisible to the other side beforehand', async () => {
    const verb = fc.constantFrom('buyer', 'seller', 'day', 'week', 'answer');
    await fc.assert(
      fc.asyncProperty(fc.array(verb, { maxLength: 14 }), async (verbs) => {
        const id = await addDeal();
        const before = { buyer: (await about(buyer)).length, seller: (await about(seller)).length };
        const written: Record<string, { at: number; rating: Rating } | undefined> = {};
        let n = 0;
        for (const one of verbs) {
          n += 1;
          if (one === 'day' || one === 'week') later(one === 'day' ? 1 : 7);
          else if (one !== 'answer') {
            const rating = (['good', 'mixed', 'bad'] as const)[n % 3] ?? 'good';
            const done = await write(one === 'buyer' ? buyer : seller, rating, null, id).catch((error) => {
              if (!(error instanceof AppError)) throw error;
              return null;
            });
            if (done) written[one] = { at: written[one]?.at ?? Date.now(), rating };
          } else
            for (const { id: vouchId } of await about(seller)) {
              await answerVouch({ db }, seller, vouchId, { text: 'Thanks' });
            }
          const isOut = (side: string) => {
            const own = written[side];
            const hasBoth = written.buyer && written.seller;
            return own !== undefined && (hasBoth !== undefined || Date.now() - own.at >= 14 * DAY);
          };
          expect((await about(seller)).length - before.seller).toBe(isOut('buyer') ? 1 : 0);
          expect((await about(buyer)).length - before.buyer).toBe(isOut('seller') ? 1 : 0);
          expect((await counts(seller))?.vouches).toBe((await about(seller)).length);
          if (isOut('buyer')) expect((await about(seller))[0]?.rating).toBe(written.buyer?.rating);
        }
        later(100);
      }),
      { numRuns: 15 },
    );
  });
});
