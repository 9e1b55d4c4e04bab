import { join } from 'node:path';
import type { Message } from '@selvedge/shared/conversations/conversations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConversation } from '../../../server/src/conversations/open-conversation.ts';
import { presentConversation, presentMessage } from '../../../server/src/conversations/present.ts';
import { findConversation, messagesAfter } from '../../../server/src/conversations/queries.ts';
import { removeMessage } from '../../../server/src/conversations/remove-message.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { addMessages } from '../../support/data/long-conversation.ts';
import { addListing, addMember } from '../../support/people/market.ts';
import { createBareCtx, noImages } from '../../support/servers/bare-ctx.ts';
import { makeTempDir } from '../../support/servers/temp.ts';
import { message } from '../../web/conversations/factories.ts';
import { createSimulatedClient, type SimulatedClient } from '../../web/conversations/simulated-client.ts';

/** To run more, or repeat one: `HISTORIES=5000 HISTORY_SEED=… npx vitest run …`. */
const HISTORIES = Number(process.env.HISTORIES ?? 200);
const SEED = Number(process.env.HISTORY_SEED ?? Date.now() % 2 ** 31);
const STEPS = 24;
/** Histories that run concurrently and share the commits of the database. */
const LANES = 50;
/** Initial message counts; some need more than one page. */
const BEGINNINGS = [1, 4, 4, 70];

/** Mulberry32: the same seed yields the same numbers. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const dir = makeTempDir();
let db: Database;
beforeAll(async () => {
  db = await openDatabase(`file:${join(dir.path, 'selvedge.db')}`, createLog('error'));
});
afterAll(async () => {
  await db.close();
  dir.remove();
});

async function beginHistory(seed: number) {
  const random = randomFrom(seed);
  const clients: SimulatedClient[] = [];
  const ctx = createBareCtx(db, {
    toMember: (to, event, payload) => clients.find(({ actor }) => actor.id === to)?.emit(event, payload),
    toEveryone: () => undefined,
  });
  const [seller, buyer] = [await addMember(db, `seller${seed}`), await addMember(db, `buyer${seed}`)];
  const about = { sellerId: seller.id, listingId: await addListing(db, seller.id), isWTB: false };
  const { id } = (await openConversation(ctx, buyer, about)).conversation;
  const count = BEGINNINGS[Math.floor(random() * BEGINNINGS.length)] ?? 1;
  await addMessages(db, { conversationId: id, senderId: buyer.id, count });
  for (const actor of [seller, buyer]) clients.push(createSimulatedClient(ctx, actor, random));
  for (const { messaging, actor } of clients) await messaging.startSession(actor.id);
  return { random, ctx, id, clients };
}
type History = Awaited<ReturnType<typeof beginHistory>>;

const messagesOf = ({ messaging }: SimulatedClient, id: string): Message[] => {
  const thread = messaging.store.getState().threads[id];
  return thread?.status === 'ready' ? thread.messages : [];
};

/** Like the messages panel when its URL names a conversation. */
function openPanel({ messaging }: SimulatedClient, id: string): void {
  void messaging.openInbox();
  void messaging.select({ kind: 'conversation', id });
}

/** Like a member who selects a search result. */
async function lookFor({ messaging }: SimulatedClient, id: string, seq: number): Promise<void> {
  const conversation = messaging.store.getState().conversations[id];
  if (!conversation || seq > conversation.lastSeq) return;
  const { senderId, createdAt } = message(seq);
  const excerpt = { before: '', match: '', after: '' };
  await messaging.openHit({ id: `${seq}`, seq, senderId, createdAt, conversation, excerpt });
}

/** Triggers one random action without waiting for its effects. */
function act({ random, ctx, id, clients }: History, step: number): void {
  const pick = <T>(from: T[]): T | undefined => from[Math.floor(random() * from.length)];
  const client = pick(clients);
  if (!client) return;
  const { messaging, actor } = client;
  const messages = messagesOf(client, id);
  const own = pick(messages.filter((one) => one.senderId === actor.id))?.id ?? '';
  const any = pick(messages)?.id;
  // Actions may be refused or lose their response.
  const settle = (work: Promise<unknown>) => void work.catch(() => undefined);
  const actions: (() => void)[] = [
    () => client.cut(),
    () => client.connect(),
    () => client.connect(),
    () => openPanel(client, id),
    () => settle(messaging.select(null)),
    () => settle(messaging.loadOlderMessages(id)),
    () => settle(messaging.loadNewerMessages(id)),
    () => settle(lookFor(client, id, 1 + Math.floor(random() * 70))),
    () => settle(messaging.sendMessage(`said in step ${step}`)),
    () => settle(messaging.sendMessage(`said at step ${step}`)),
    () => settle(messaging.saveEdit(own, `edited in step ${step}`)),
    () => settle(messaging.saveEdit(own, `edited at step ${step}`)),
    () => settle(messaging.unsendMessage(own)),
    () => any && settle(db.transact((tx) => removeMessage(ctx, tx, any))),
    () => client.receiveNext(),
    () => client.receiveNext(),
    () => client.receiveNext(),
  ];
  pick(actions)?.();
}

/** What an up-to-date client shows, according to the database. */
async function expectedState(id: string, viewerId: string, from: number) {
  const [row] = await db.read((conn) => findConversation(conn, { id }));
  const rows = await db.read((conn) => messagesAfter(conn, { id, after: from - 1, limit: 1_000 }));
  if (!row) throw new Error('the conversation is gone');
  return {
    conversation: presentConversation(row, viewerId),
    messages: rows.map((message) => presentMessage(message, viewerId, noImages)),
  };
}

async function settleAll({ clients, id }: History): Promise<void> {
  for (const client of clients) {
    client.connect();
    await client.quiet();
    client.cut();
    await client.quiet();
    client.connect();
    // Retry what failed while offline.
    openPanel(client, id);
  }
  for (const _ of [1, 2]) for (const client of clients) await client.quiet();
  // A client that has jumped to an older message returns to the end.
  for (const { messaging } of clients) void messaging.jumpToEnd(id);
  for (const client of clients) await client.quiet();
}

async function play(seed: number): Promise<void> {
  const history = await beginHistory(seed);
  for (let step = 0; step < STEPS; step += 1) {
    act(history, step);
    for (let turns = Math.floor(history.random() * 4); turns > 0; turns -= 1) {
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }
  await settleAll(history);
  for (const client of history.clients) {
    const { conversations, threads, outbox } = client.messaging.store.getState();
    const messages = messagesOf(client, history.id);
    const expected = await expectedState(history.id, client.actor.id, messages[0]?.seq ?? 1);
    const { lastSeq, changeSeq, lastMessage } = expected.conversation;
    const which = `history ${seed}`;
    expect(outbox, which).toEqual([]);
    expect(messages, which).toEqual(expected.messages);
    expect(conversations[history.id], which).toMatchObject({ lastSeq, changeSeq, lastMessage });
    expect(threads[history.id], which).toMatchObject({ status: 'ready', changeSeq });
  }
}

test(`after ${HISTORIES} histories, screens show the database (seed ${SEED})`, {
  timeout: 0,
}, async () => {
  let next = SEED;
  const lane = async () => {
    while (next < SEED + HISTORIES) {
      next += 1;
      await play(next);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
});
