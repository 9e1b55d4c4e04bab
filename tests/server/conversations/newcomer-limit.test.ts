import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { NEWCOMER_CONVERSATIONS } from '../../../server/src/conversations/newcomer-limit.ts';
import { openConversation } from '../../../server/src/conversations/open-conversation.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import { noPublish } from '../../../server/src/platform/core/publish.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { addListing, addMember } from '../../support/people/market.ts';
import { createBareCtx } from '../../support/servers/bare-ctx.ts';
import { describeOnEngines } from '../../support/servers/database.ts';

const HOUR_MS = 3_600_000;

const joinedAgo = (db: Database, person: Actor, ms: number) =>
  db.transact((tx) =>
    tx.q
      .update(tx.t.users)
      .set({ createdAt: new Date(Date.now() - ms) })
      .where(eq(tx.t.users.id, person.id))
      .returning({ id: tx.t.users.id }),
  );

describeOnEngines('conversations started by a new account', ({ openDb }) => {
  async function setUp() {
    const db = await openDb();
    const ctx = createBareCtx(db, noPublish);
    const [seller, newcomer] = [await addMember(db, 'marlow'), await addMember(db, 'odile')];
    const items = await Promise.all(
      Array.from({ length: NEWCOMER_CONVERSATIONS + 2 }, () => addListing(db, seller.id)),
    );
    const start = (item: number, on = ctx) =>
      openConversation(on, newcomer, { sellerId: seller.id, listingId: `${items[item]}`, isWTB: false });
    return { db, newcomer, seller, items, start };
  }
  const startFirstTen = async (start: (item: number) => Promise<unknown>) => {
    for (let item = 0; item < NEWCOMER_CONVERSATIONS; item += 1) await start(item);
  };

  test('the eleventh on the first day is refused', {
    tags: ['conversation-limit'],
  }, async () => {
    const { db, newcomer, start } = await setUp();
    await joinedAgo(db, newcomer, 5 * HOUR_MS - 60_000);
    await startFirstTen(start);
    await expect(start(NEWCOMER_CONVERSATIONS)).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'New accounts can start 10 conversations on their first day. You can start another in 20h',
    });
    // Existing conversations can be opened any number of times.
    expect(await start(0)).toMatchObject({ isNew: false });
  });

  test('the limit ends after the first day', async () => {
    const { db, newcomer, start } = await setUp();
    await startFirstTen(start);
    await joinedAgo(db, newcomer, 24 * HOUR_MS);
    expect(await start(NEWCOMER_CONVERSATIONS)).toMatchObject({ isNew: true });
  });

  test('two concurrent starts cannot both take the last slot', async () => {
    const { start } = await setUp();
    for (let item = 0; item < NEWCOMER_CONVERSATIONS - 1; item += 1) await start(item);
    const both = await Promise.allSettled([start(NEWCOMER_CONVERSATIONS - 1), start(NEWCOMER_CONVERSATIONS)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('those that others start do not count', async () => {
    const { db, newcomer, seller, start } = await setUp();
    const theirs = await Promise.all(
      Array.from({ length: NEWCOMER_CONVERSATIONS }, () => addListing(db, newcomer.id)),
    );
    await joinedAgo(db, seller, 48 * HOUR_MS);
    for (const listingId of theirs) {
      await openConversation(createBareCtx(db, noPublish), seller, {
        sellerId: newcomer.id,
        listingId,
        isWTB: false,
      });
    }
    await startFirstTen(start);
  });

  test('an instance without rate limits has no such limit', async () => {
    const { db, start } = await setUp();
    await startFirstTen(start);
    const unlimited = createBareCtx(db, noPublish, { rateLimits: false });
    expect(await start(NEWCOMER_CONVERSATIONS, unlimited)).toMatchObject({ isNew: true });
  });
});
