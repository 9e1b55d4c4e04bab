import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { blockPerson } from '../../../server/src/blocks/change-block.ts';
import { openConversation } from '../../../server/src/conversations/open-conversation.ts';
import { lockConversation } from '../../../server/src/conversations/queries.ts';
import { sendMessage } from '../../../server/src/conversations/send-message.ts';
import type { Actor } from '../../../server/src/core/actor.ts';
import type { Database } from '../../../server/src/db/database.ts';
import { openDatabase } from '../../../server/src/db/open.ts';
import { createLog } from '../../../server/src/observability/log.ts';
import { startProxy } from '../../support/peers/proxy.ts';
import { startConversation } from '../../support/people/conversation.ts';
import { addPerson } from '../../support/people/market.ts';
import { createDatabase, describeOnBothEngines, engines } from '../../support/servers/database.ts';

interface BuyersConversation {
  id: string;
  buyer: Actor;
  /** Sends a message from the buyer. */
  send(content: string, clientId?: string): ReturnType<typeof sendMessage>;
}

/** A seller, and `count` buyers who have each started a conversation about the same listing. */
async function startConversations<N extends number>(db: Database, count: N) {
  const { ctx, seller, about, eventsTo } = await startConversation(db);
  const conversations: BuyersConversation[] = [];
  for (let n = 0; n < count; n += 1) {
    const buyer = await addPerson(db, `buyer-${n}`);
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

describeOnBothEngines('concurrent messages', (openDb) => {
  test('are each stored, acked or refused as if sent one by one', async () => {
    const db = await openDb();
    const { ctx, seller, conversations } = await startConversations(db, 6);
    const [old, blocked, mute, chatty] = conversations;
    const known = randomUUID();
    await old.send('sent before', known);
    await blocked.send('from before the block');
    await blockPerson(ctx, seller, blocked.buyer.id);
    const stranger = await addPerson(db, 'stranger');
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

  test('with the same client id in two conversations are two messages', async () => {
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

describe.skipIf(!engines().includes('postgres'))('concurrent messages on PostgreSQL', () => {
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

  test('to different conversations share a transaction', async () => {
    const { ctx, conversations } = await startConversations(await connect(), 20);
    let transactions = 0;
    const { db } = ctx;
    ctx.db = {
      ...db,
      transact(work) {
        transactions += 1;
        return db.transact(work);
      },
    };
    const sent = await Promise.all(conversations.map(({ send }) => send('hello')));
    expect(sent.map(({ seq }) => seq)).toEqual(conversations.map(() => 1));
    expect(transactions).toBe(1);
  });

  test('a single message takes four round trips: begin, lock and read, write, commit', async () => {
    const db = await connect();
    const { seller, toldTo, conversations } = await startConversations(db, 1);
    const [{ send }] = conversations;
    await send('hello');
    // Wait for the query of the unread count that follows the first message.
    await toldTo(seller, 'unread');
    const before = db.link.roundTrips();
    await send('and what is the inseam?');
    expect(db.link.roundTrips() - before).toBe(4);
  });

  test('a message rejected by the database is reported and rolls back no other message', async () => {
    const { ctx, conversations } = await startConversations(await connect(), 3);
    const failed: number[] = [];
    ctx.batchFailed = (_, messages) => void failed.push(messages);
    const settled = await Promise.allSettled(
      // PostgreSQL cannot store a null character; the API refuses it earlier.
      conversations.map(({ send }, n) => send(n === 1 ? 'hel\0lo' : 'hello')),
    );
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(failed).toEqual([3]);
  });

  test('to a locked conversation wait in order without delaying others', async () => {
    const db = await connect();
    const { conversations } = await startConversations(db, 2);
    const [locked, free] = conversations;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: acquired, resolve: signalAcquired } = Promise.withResolvers<void>();
    const lock = db.transact(async (tx) => {
      await lockConversation(tx, { id: locked.id, personId: locked.buyer.id });
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
