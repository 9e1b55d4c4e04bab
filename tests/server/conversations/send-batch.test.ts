import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openConversation } from '../../../server/src/conversations/open-conversation.ts';
import { lockConversation } from '../../../server/src/conversations/queries.ts';
import { sendMessage } from '../../../server/src/conversations/send-message.ts';
import { blockMember } from '../../../server/src/members/blocks/change-block.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import type { Publish } from '../../../server/src/platform/core/publish.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { startProxy } from '../../support/peers/proxy.ts';
import { addMember } from '../../support/people/market.ts';
import { storeConversation } from '../../support/people/stored-conversation.ts';
import { createBareCtx } from '../../support/servers/bare-ctx.ts';
import { bothEngines, createDatabase, describeOnBothEngines } from '../../support/servers/database.ts';

interface BuyersConversation {
  id: string;
  buyer: Actor;
  /** Sends a message from the buyer. */
  send(content: string, clientId?: string): ReturnType<typeof sendMessage>;
}

/** A seller, and `count` buyers who have each started a conversation about the same listing. */
async function startConversations<N extends number>(db: Database, count: N) {
  const { ctx, seller, about, eventsTo } = await storeConversation(db);
  const conversations: BuyersConversation[] = [];
  for (let n = 0; n < count; n += 1) {
    const buyer = await addMember(db, `buyer-${n}`);
    const { id } = (await openConversation(ctx, buyer, about)).conversation;
    const send: BuyersConversation['send'] = (content, clientId = randomUUID()) =>
      sendMessage(ctx, buyer, { clientId, conversationId: id, type: 'text', content });
    conversations.push({ id, buyer, send });
  }
  return {
    ctx,
    seller,
    toldTo: eventsTo,
    conversations: conversations as BuyersConversation[] & Record<0 | 1 | 2 | 3, BuyersConversation>,
  };
}

const outcomeOf = (settled: PromiseSettledResult<{ seq: number; content: string }>) =>
  settled.status === 'fulfilled' ? [settled.value.seq, settled.value.content] : settled.reason.code;

describeOnBothEngines('concurrent messages', ({ openDb }) => {
  test('are stored as if sent one by one', async () => {
    const db = await openDb();
    const { ctx, seller, conversations } = await startConversations(db, 6);
    const [old, blocked, mute, chatty] = conversations;
    const known = randomUUID();
    await old.send('sent before', known);
    await blocked.send('from before the block');
    await blockMember(ctx, seller, blocked.buyer.id);
    const stranger = await addMember(db, 'stranger');
    const send = { clientId: randomUUID(), conversationId: mute.id, type: 'text' as const, content: 'hello' };
    const settled = await Promise.allSettled([
      old.send('sent again', known),
      old.send('and something new'),
      blocked.send('let me in'),
      sendMessage(ctx, stranger, send),
      sendMessage(ctx, stranger, { ...send, conversationId: randomUUID() }),
      chatty.send('one'),
      chatty.send('two'),
      ...conversations.slice(4).map(({ send }) => send('hello')),
    ]);
    expect(settled.map(outcomeOf)).toEqual([
      ...[[1, 'sent before'], [2, 'and something new'], 'forbidden', 'not_found', 'not_found'],
      ...[
        [1, 'one'],
        [2, 'two'],
        [1, 'hello'],
        [1, 'hello'],
      ],
    ]);
  });

  test('with one client id in two conversations are two', async () => {
    const db = await openDb();
    const { ctx, conversations, seller } = await startConversations(db, 2);
    const [one, other] = conversations;
    await Promise.all([one.send('hello'), other.send('hello')]);
    const send = { clientId: randomUUID(), type: 'text' as const, content: 'hi' };
    const sendToBoth = () =>
      Promise.all([one, other].map(({ id }) => sendMessage(ctx, seller, { ...send, conversationId: id })));
    const both = await sendToBoth();
    expect(both.map(({ conversationId, seq }) => [conversationId, seq])).toEqual([
      [one.id, 2],
      [other.id, 2],
    ]);
    expect(await sendToBoth()).toEqual(both);
  });
});

describe.skipIf(!bothEngines().includes('postgres'))('concurrent messages on PostgreSQL', () => {
  async function connect(): Promise<Database & { link: Awaited<ReturnType<typeof startProxy>> }> {
    const { url, remove } = await createDatabase('postgres');
    onTestFinished(remove);
    const through = new URL(url);
    const link = await startProxy(Number(through.port));
    onTestFinished(link.close);
    through.port = String(link.port);
    const db = await openDatabase(through.href, createLog('silent'));
    onTestFinished(() => db.close());
    return { ...db, link };
  }

  /** Starts conversations with one message each, so that no later one changes an unread count. */
  async function startBusy(db: Database, count: number) {
    const started = await startConversations(db, count);
    await Promise.all(started.conversations.map(({ send }) => send('hello')));
    await started.toldTo(started.seller, 'unread');
    return started;
  }

  test('a single message takes one round trip', async () => {
    const db = await connect();
    const { conversations } = await startBusy(db, 1);
    const before = db.link.roundTrips();
    expect((await conversations[0].send('and what is the inseam?')).seq).toBe(2);
    expect(db.link.roundTrips() - before).toBe(1);
  });

  test('to any number of conversations share a round trip', async () => {
    const db = await connect();
    const { conversations } = await startBusy(db, 10);
    const before = db.link.roundTrips();
    const words = ['one', 'two', 'three'];
    const sent = await Promise.all(conversations.flatMap(({ send }) => words.map((word) => send(word))));
    expect(db.link.roundTrips() - before).toBe(1);
    expect(sent.map(({ seq, content }) => [seq, content])).toEqual(
      conversations.flatMap(() => words.map((word, n) => [n + 2, word])),
    );
  });

  test('their statement is planned once for any number', async () => {
    const { ctx, conversations } = await startConversations(await connect(), 12);
    for (let n = 1; n <= conversations.length; n += 1) {
      await Promise.all(conversations.slice(0, n).map(({ send }) => send('hello')));
    }
    const plans = await ctx.db.runStatement?.(async ({ q }) =>
      q
        .select({ generic: sql`generic_plans > 0`, custom: sql`custom_plans > 0` })
        .from(sql`pg_prepared_statements`)
        .where(sql`name = 'store_messages'`),
    );
    expect(plans).toEqual([{ generic: true, custom: false }]);
  });

  test('repeated by one sender are stored once', async () => {
    const { conversations } = await startBusy(await connect(), 1);
    const [{ send }] = conversations;
    const clientId = randomUUID();
    const sent = await Promise.all([send('one', clientId), send('one', clientId), send('two')]);
    expect(sent.map(({ seq }) => seq)).toEqual([2, 2, 3]);
    expect(sent[1]).toEqual(sent[0]);
  });

  test('of both participants keep the order of sending', async () => {
    const { ctx, seller, conversations } = await startBusy(await connect(), 1);
    const [{ id, send }] = conversations;
    const answer = (content: string) =>
      sendMessage(ctx, seller, { clientId: randomUUID(), conversationId: id, type: 'text', content });
    const sent = await Promise.all([send('one'), answer('two'), send('three'), send('four')]);
    expect(sent.map(({ seq }) => seq)).toEqual([2, 3, 4, 5]);
  });

  test('on two nodes get every seq once', async () => {
    const { url, remove } = await createDatabase('postgres');
    onTestFinished(remove);
    const nodes = await Promise.all([1, 2].map(() => openDatabase(url, createLog('silent'))));
    const [here, there] = nodes as [Database, Database];
    onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.close()))));
    const { seller, conversations } = await startConversations(here, 1);
    const [{ id, send }] = conversations;
    await send('hello');
    const other = createBareCtx(there, { toMember: () => undefined } as unknown as Publish);
    const answer = (content: string) =>
      sendMessage(other, seller, { clientId: randomUUID(), conversationId: id, type: 'text', content });
    const sent = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        await pause(n % 20);
        return n % 2 === 0 ? send(`${n}`) : answer(`${n}`);
      }),
    );
    const bySeq = sent.toSorted((a, b) => a.seq - b.seq);
    expect(bySeq.map(({ seq }) => seq)).toEqual(sent.map((_, n) => n + 2));
    expect(bySeq.map((message) => message.id)).toEqual(sent.map((message) => message.id).toSorted());
  });

  test('a rejected message rolls back no other message', async () => {
    const { ctx, conversations } = await startConversations(await connect(), 3);
    const failed: number[] = [];
    ctx.log.error = ({ messages }: { messages: number }) => void failed.push(messages);
    const settled = await Promise.allSettled(
      // PostgreSQL cannot store a null character; the API refuses it earlier.
      conversations.map(({ send }, n) => send(n === 1 ? 'hel\0lo' : 'hello')),
    );
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(failed).toEqual([3]);
  });

  test('to a locked conversation delay no others', async () => {
    const db = await connect();
    const { conversations } = await startConversations(db, 2);
    const [locked, free] = conversations;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: acquired, resolve: signalAcquired } = Promise.withResolvers<void>();
    const lock = db.transact(async (tx) => {
      await lockConversation(tx, { id: locked.id, memberId: locked.buyer.id });
      signalAcquired();
      await released;
    });
    await acquired;
    const order: string[] = [];
    const waiting = ['one', 'two', 'three'].map((word) =>
      locked.send(word).then(() => void order.push(word)),
    );
    expect((await free.send('hello')).seq).toBe(1);
    expect((await free.send('hello again')).seq).toBe(2);
    expect(order).toEqual([]);
    release();
    await Promise.all([lock, ...waiting]);
    expect((await locked.send('four')).seq).toBe(4);
    expect(order).toEqual(['one', 'two', 'three']);
  });
});
