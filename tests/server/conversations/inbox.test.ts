import { INBOX_FILTERS, matchesFilter } from '@selvedge/shared/conversations/inbox';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { arrangeConversation } from '../../../server/src/conversations/arrange-conversation.ts';
import { countUnread } from '../../../server/src/conversations/inbox-queries.ts';
import { listChanged, listConversations } from '../../../server/src/conversations/list-conversations.ts';
import { markRead } from '../../../server/src/conversations/mark-read.ts';
import { openConversation } from '../../../server/src/conversations/open-conversation.ts';
import { presentConversation } from '../../../server/src/conversations/present.ts';
import { removeMessage } from '../../../server/src/conversations/remove-message.ts';
import { sendMessage } from '../../../server/src/conversations/send-message.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { uniqueName } from '../../support/people/conversation.ts';
import { addListing, addMember, addWanted } from '../../support/people/market.ts';
import { storeConversation } from '../../support/people/stored-conversation.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

type Talk = Awaited<ReturnType<typeof storeConversation>>;

/**
 * Opens many conversations between two members in both roles and in pseudo-random states, the same in every
 * run.
 */
async function openMany(db: Database, { ctx, buyer, seller }: Talk, count: number): Promise<void> {
  const unlimited = { ...ctx, config: { ...ctx.config, rateLimits: false } };
  let state = 7;
  const chance = (of: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % of;
  };
  const send = (from: Actor, conversationId: string) =>
    sendMessage(ctx, from, { clientId: crypto.randomUUID(), conversationId, type: 'text', content: 'Hello' });
  for (let i = 0; i < count; i += 1) {
    const [caller, owner] = chance(2) ? [buyer, seller] : [seller, buyer];
    const isWTB = chance(3) === 0;
    const about = isWTB
      ? { wtbListingId: await addWanted(db, owner.id) }
      : { listingId: await addListing(db, owner.id) };
    const { conversation } = await openConversation(unlimited, caller, {
      sellerId: owner.id,
      isWTB,
      ...about,
    });
    const { id } = conversation;
    // The member who started it sends the first message; until then the other does not see it.
    await send(caller, id);
    for (let withMessage = chance(3); withMessage > 0; withMessage -= 1)
      await send(chance(2) ? buyer : seller, id);
    if (chance(2)) await markRead(ctx, buyer, { conversationId: id });
    if (chance(4) === 0) await arrangeConversation(ctx, buyer, { id, isArchived: true });
  }
}

async function everyPage(db: Database, person: Actor, filter: (typeof INBOX_FILTERS)[number] | undefined) {
  const all = [];
  let from: Parameters<typeof listConversations>[2]['from'] = null;
  do {
    const query = { limit: 7, from, filter };
    const page: Awaited<ReturnType<typeof listConversations>> = await db.read((conn) =>
      listConversations(conn, person.id, query),
    );
    all.push(...page.rows.map((row) => presentConversation(row, person.id)));
    from = page.next;
  } while (from);
  return all;
}

describeOnBothEngines('the inbox', ({ dbForAll }) => {
  const db = dbForAll();

  test('each filter selects what its shared predicate selects', async () => {
    const chat = await storeConversation(db);
    await openMany(db, chat, 60);
    for (const person of [chat.buyer, chat.seller]) {
      const everything = await everyPage(db, person, undefined);
      for (const filter of INBOX_FILTERS) {
        const expected = everything.filter((one) => matchesFilter(filter, one, person.id));
        expect((await everyPage(db, person, filter)).map(({ id }) => id)).toEqual(
          expected.map(({ id }) => id),
        );
        if (person === chat.buyer) expect(expected.length).toBeGreaterThan(3);
      }
      const unread = everything.filter((one) => matchesFilter('unread', one, person.id)).length;
      expect(await db.read((conn) => countUnread(conn, person.id))).toBe(unread);
    }
  });

  test('archiving affects only the member who archives', async () => {
    const { ctx, buyer, seller, id, send, eventsTo } = await storeConversation(db);
    await send(buyer, 'Hello');
    await send(seller, 'Hello to you');
    const input = { id, isArchived: true, isMuted: true };
    expect(await arrangeConversation(ctx, buyer, input)).toMatchObject({ isArchived: true, isMuted: true });
    await arrangeConversation(ctx, buyer, input);
    const changes = await eventsTo(buyer, 'conversation:changed');
    expect(changes.map(({ conversation }) => conversation.isArchived)).toEqual([true]);
    // An unread conversation in the archive does not count.
    expect((await eventsTo(buyer, 'unread')).at(-1)).toEqual({ count: 0 });
    expect(await eventsTo(seller, 'conversation:changed')).toEqual([]);
    expect(await everyPage(db, seller, 'all')).toMatchObject([{ isArchived: false, isMuted: false }]);
    expect(await arrangeConversation(ctx, buyer, { id, isArchived: false })).toMatchObject({
      isArchived: false,
      isMuted: true,
    });
    expect((await eventsTo(buyer, 'unread')).at(-1)).toEqual({ count: 1 });
  });

  test('a new message unarchives the conversation for both members', async () => {
    const { ctx, buyer, seller, id, send, eventsTo } = await storeConversation(db);
    await send(buyer, 'Hello');
    await send(seller, 'Hello to you');
    for (const person of [buyer, seller]) {
      await arrangeConversation(ctx, person, { id, isArchived: true, isMuted: true });
    }
    await send(seller, 'Still there?');
    for (const person of [buyer, seller]) {
      const event = (await eventsTo(person, 'message:new')).at(-1);
      expect(event?.conversation).toMatchObject({ isArchived: false, isMuted: true });
    }
    expect((await eventsTo(buyer, 'unread')).at(-1)).toEqual({ count: 1 });
  });

  test('setting the clock back reorders no conversation', async () => {
    const talk = await storeConversation(db);
    await openMany(db, talk, 4);
    const inbox = () => everyPage(db, talk.seller, 'all');
    const before = await inbox();
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    const [top] = before;
    if (!top?.lastMessage) throw new Error('no message found');
    const hello = { conversationId: top.id, type: 'text', content: 'Still there?' } as const;
    const second = await sendMessage(talk.ctx, talk.buyer, { clientId: crypto.randomUUID(), ...hello });
    expect((await inbox()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(second.createdAt >= top.lastMessage.createdAt).toBe(true);
  });

  test('a corrected clock gives new messages the correct time', async () => {
    const { send, buyer } = await storeConversation(db);
    const now = Date.now();
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: now + 24 * 3_600_000 });
    await send(buyer, 'Hello from tomorrow');
    vi.setSystemTime(now);
    expect(Date.parse((await send(buyer, 'Hello from today')).createdAt)).toBe(now);
  });

  test('a stranger can neither archive nor mute', async () => {
    const { ctx, id } = await storeConversation(db);
    const stranger = await addMember(db, uniqueName('stranger'));
    await expect(arrangeConversation(ctx, stranger, { id, isMuted: true })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('every changed conversation is returned, in order of change', async () => {
    const talk = await storeConversation(db);
    const { ctx, buyer, seller } = talk;
    await openMany(db, talk, 30);
    const all = await everyPage(db, buyer, undefined);
    const [untouched] = all.filter((one) => one.lastSeq > 0);
    await new Promise((resolve) => setTimeout(resolve, 2));
    const since = new Date();
    const [withMessage, arranged, read] = all
      .filter((one) => one.id !== untouched?.id && !one.isRead)
      .map(({ id }) => id);
    const others = [untouched?.id, withMessage, arranged, read];
    const edited = all.find(({ id, lastSeq }) => lastSeq > 0 && !others.includes(id))?.id;
    if (!withMessage || !arranged || !read || !edited) throw new Error('too few are unread');
    const hello = { type: 'text', content: 'Hello' } as const;
    await sendMessage(ctx, seller, { clientId: crypto.randomUUID(), conversationId: withMessage, ...hello });
    await arrangeConversation(ctx, buyer, { id: arranged, isMuted: true });
    await markRead(ctx, buyer, { conversationId: read });
    await db.transact(async (tx) => {
      const [last] = await tx.q.select().from(tx.t.messages).where(eq(tx.t.messages.conversationId, edited));
      await removeMessage(ctx, tx, last?.id ?? '');
    });
    const first = '00000000-0000-0000-0000-000000000000';
    const changed = [];
    let after: { at: Date; id: string } | null = { at: since, id: first };
    while (after) {
      const place: { at: Date; id: string } = after;
      const page: Awaited<ReturnType<typeof listChanged>> = await db.read((conn) =>
        listChanged(conn, buyer.id, { after: place, limit: 1 }),
      );
      changed.push(...page.rows.map((row) => row.conversation.id));
      after = page.next;
    }
    expect(changed.toSorted()).toEqual([withMessage, arranged, read, edited].toSorted());
    const stranger = await addMember(db, uniqueName('stranger'));
    const theirs = await db.read((conn) =>
      listChanged(conn, stranger.id, { after: { at: new Date(0), id: first }, limit: 10 }),
    );
    expect(theirs.rows).toEqual([]);
  });
});
