import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { editMessage } from '../../../../server/src/conversations/edit-message.ts';
import { openConversation } from '../../../../server/src/conversations/open-conversation.ts';
import { removeMessage } from '../../../../server/src/conversations/remove-message.ts';
import { sendMessage } from '../../../../server/src/conversations/send-message.ts';
import { unsendMessage } from '../../../../server/src/conversations/unsend-message.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import type { Tx } from '../../../../server/src/platform/db/database.ts';
import { updateRows } from '../../../support/data/rows.ts';
import { addListing } from '../../../support/people/market.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

describeOnBothEngines('a cached private response', ({ engine }) => {
  let world: World;
  let buyer: Actor;
  let seller: Actor;
  let listingId: string;
  let conversationId: string;
  let threadOf: string;
  beforeEach(async () => {
    world = await openWorld({ engine });
    buyer = await world.join('odile');
    seller = await world.join('marlow');
    listingId = await addListing(world.db, seller.id);
    const about = { sellerId: seller.id, listingId, isWTB: false };
    const { conversation } = await openConversation(world.product.ctx, buyer, about);
    conversationId = conversation.id;
    threadOf = `/api/conversations/${conversationId}/messages`;
  });

  const get = async (path: string, as: Actor) => {
    const response = await world.call('GET', path, { as });
    const { status, headers } = response;
    return { status, link: headers.get('link'), body: await response.text(), headers };
  };
  const send = (as: Actor, content: string) =>
    sendMessage(world.product.ctx, as, {
      ...{ clientId: randomUUID(), conversationId, type: 'text', content },
    });

  test('equals an uncached response after any sequence of writes', async () => {
    const { db } = world;
    const ctx = world.product.ctx;
    const people: [Actor, Actor] = [buyer, seller];
    const ids = [(await send(buyer, 'Hello')).id];
    const paths = [
      ...['/api/conversations', '/api/conversations?filter=unread', '/api/conversations?filter=archived'],
      ...['/api/conversations?limit=1&filter=buying', `/api/conversations?listingId=${listingId}`],
      ...[threadOf, `${threadOf}?limit=2`, `${threadOf}?after=1`],
    ];
    const participant = (n: number) => people[n % 2] as Actor;
    const onConversation =
      (changes: (n: number) => object) =>
      ({ q, t: { conversations: c } }: Tx, n: number) =>
        q.update(c).set(changes(n)).where(eq(c.id, conversationId)).returning({ id: c.id });
    const instant = (n: number) => (n % 2 === 0 ? null : new Date(n));
    const byStatement: ((tx: Tx, n: number) => Promise<unknown>)[] = [
      ...[
        onConversation((n) => ({ buyerReadSeq: n % 4, sellerReadSeq: n % 3 })),
        onConversation((n) => ({ buyerDeliveredSeq: n % 4, sellerDeliveredSeq: n % 3 })),
        onConversation((n) => ({ buyerArchivedAt: instant(n), sellerArchivedAt: instant(n >> 1) })),
        onConversation((n) => ({ buyerMutedAt: instant(n), sellerMutedAt: instant(n >> 1) })),
      ],
      ({ q, t: { listings: l } }, n) =>
        q
          .update(l)
          .set({ priceCents: n, removedAt: instant(n) })
          .returning({ id: l.id }),
      ({ q, t: { users: u } }, n) =>
        q
          .update(u)
          .set({ profileImageKey: `a/${n % 3}.webp`, isAdmin: n % 2 === 0 })
          .where(eq(u.id, participant(n).id))
          .returning({ id: u.id }),
      async ({ q, t: { blocks: b } }, n) => {
        await q.delete(b).returning({ id: b.id });
        const [blockerId, blockedId] = n % 2 === 0 ? [buyer.id, seller.id] : [seller.id, buyer.id];
        const row = { id: randomUUID(), blockerId, blockedId, createdAt: new Date(n) };
        if (n % 3 > 0) await q.insert(b).values(row).returning({ id: b.id });
      },
    ];
    const latest = (n: number) => ids[n % ids.length] as string;
    const senderOf = async (messageId: string): Promise<Actor> => {
      const [row] = await db.read(({ q, t: { messages: m } }) =>
        q.select({ senderId: m.senderId }).from(m).where(eq(m.id, messageId)),
      );
      return row?.senderId === buyer.id ? buyer : seller;
    };
    const byVerb: ((n: number) => Promise<unknown>)[] = [
      async (n) => ids.push((await send(participant(n), `Word ${n}`)).id),
      async (n) =>
        editMessage(ctx, await senderOf(latest(n)), { messageId: latest(n), content: `Better ${n}` }),
      async (n) => unsendMessage(ctx, await senderOf(latest(n)), { messageId: latest(n) }),
      async (n) => db.transact((tx) => removeMessage(ctx, tx, latest(n))),
    ];
    const writes = [
      ...byStatement.map((write) => (n: number) => db.transact((tx) => write(tx, n))),
      // Some of these writes fail because of a block or a deleted message.
      ...byVerb.map((write) => (n: number) => write(n).catch(() => undefined)),
    ];
    // Run each write once, in random order; every page is requested before and after it.
    const steps = fc.shuffledSubarray([...writes.keys()], { minLength: writes.length });
    let unread = '';
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(1_000), async (order, seed) => {
        for (const which of order) {
          await writes[which]?.(seed + which);
          // A query that nobody has requested yet, with the same meaning, is not cached.
          unread += '&';
          for (const path of paths) {
            for (const person of people) {
              const { headers: _, ...expected } = await get(
                `${path}${path.includes('?') ? '' : '?'}${unread}`,
                person,
              );
              const { headers: __, ...cached } = await get(path, person);
              expect(cached, path).toEqual(expected);
              expect(cached.status).toBe(200);
            }
          }
        }
      }),
      { numRuns: 1 },
    );
  });

  test('is byte-identical for the same member until a change', async () => {
    await send(buyer, 'Hello');
    const paths = ['/api/conversations', threadOf];
    const before = await Promise.all(paths.map((path) => get(path, buyer)));
    // No version counts this direct write, so a response that contains it was rendered again.
    await updateRows(world.db, 'messages', { content: 'unseen' });
    for (const [i, path] of paths.entries()) {
      expect((await get(path, buyer)).body).toBe(before[i]?.body);
      expect((await get(path, seller)).body, 'each has their own').toContain('unseen');
    }
    await send(seller, 'Hello you');
    for (const path of paths) expect((await get(path, buyer)).body).toContain('Hello you');
  });

  test('is served to no other member', async () => {
    const stranger = await world.join('ines');
    await send(buyer, 'Hello');
    const { headers } = await get(threadOf, buyer);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('etag')).toBeNull();
    expect((await get(threadOf, stranger)).status).toBe(404);
    expect((await get('/api/conversations', stranger)).body).toBe('[]');
  });

  test('never contains a photo, whose URL expires', async () => {
    const { id } = await send(buyer, 'Look');
    const image = { key: 'chatimages/a.webp', width: 1, height: 1, placeholder: '' };
    // No version counts these direct writes, so a response that contains the second was rendered again.
    for (const content of ['First', 'Second']) {
      await updateRows(world.db, 'messages', { content, image, messageType: 'image' }, { id });
      expect((await get(threadOf, buyer)).body).toContain(content);
    }
  });
});
