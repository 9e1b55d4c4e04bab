import { setTimeout as pause } from 'node:timers/promises';
import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { Wanted } from '@selvedge/shared/items/wanted';
import type { EventName, EventPayload } from '@selvedge/shared/platform/realtime';
import { vi } from 'vitest';
import { openWebClient, type WebClient } from '../clients/web-client.ts';
import type { Random } from '../data/random.ts';
import { type SignedUp, signUp } from './account.ts';
import type { SharedConversation } from './crowd.ts';

/** How many members sign up at once: a server hashes only a few passwords at a time. */
const LANES = 8;
/** How many unacknowledged messages one member may have at once. */
const WAITING_MAX = 10;

/** The events that one member of a pair receives about the other, and the public ones. */
export const KINDS = [
  'message:new',
  'message:changed',
  'conversation:delivered',
  'conversation:read',
  'conversation:typing',
  'unread',
  'wtb:changed',
] as const satisfies EventName[];
type Kind = (typeof KINDS)[number];

/** A member's client, and what it has received about the other one. */
interface Side {
  client: WebClient;
  received: Set<Kind>;
  /** Whether the other member is online, according to the client. */
  seesOther: () => boolean;
}
interface Pair extends SharedConversation {
  sides: [Side, Side];
  /** The WTB that the conversation is about; it is the first member's. */
  wanted: Wanted;
}

function listenTo(client: WebClient, otherId: string): Side {
  const received = new Set<Kind>();
  let seesOther = false;
  const note = <F extends Kind>(kind: F, isOthers: (event: EventPayload<F>) => boolean) =>
    client.on(kind, (event) => void (isOthers(event) && received.add(kind)));
  note('message:new', ({ message }) => message.senderId === otherId);
  note('message:changed', ({ message }) => message.senderId === otherId);
  note('conversation:delivered', ({ userId }) => userId === otherId);
  note('conversation:read', ({ userId }) => userId === otherId);
  note('conversation:typing', ({ userId }) => userId === otherId);
  note('unread', ({ count }) => count > 0);
  note('wtb:changed', () => true);
  client.on('presence', ({ userId, online }) => {
    if (userId === otherId) seesOther = online;
  });
  return { client, received, seesOther: () => seesOther };
}

/** Two members who chat about a WTB of the first, each connected to their own server. */
async function startPair([one, other]: readonly [string, string], i: number): Promise<Pair> {
  const [buyer, seller] = await Promise.all([signUp(one, `buyer${i}`), signUp(other, `seller${i}`)]);
  const body = { title: `Ring coat ${i}`, brand: 'Kapital', size: '3', maxPrice: '900' };
  const wanted = await buyer.call<Wanted>('POST', '/api/wtb-listings', body);
  const about = { sellerId: buyer.id, wtbListingId: wanted.id, isWTB: true };
  const { id } = await seller.call<Conversation>('POST', '/api/conversations', about);
  // Before the first message, only its creator sees a conversation.
  const first = { conversationId: id, content: 'Hello', type: 'text', clientId: crypto.randomUUID() };
  await seller.call('POST', '/api/messages', first);
  const open = async (url: string, member: SignedUp, otherId: string) => {
    const client = await openWebClient(url, member);
    await client.open(id);
    return listenTo(client, otherId);
  };
  const sides: Pair['sides'] = [await open(one, buyer, seller.id), await open(other, seller, buyer.id)];
  return { id, wanted, sides, pair: [sides[0].client, sides[1].client] };
}

/**
 * Pairs whose two members are connected to different servers, with the servers swapped in every other pair.
 */
export async function startPairs([one, other]: readonly [string, string], count: number) {
  const conversations: Pair[] = [];
  let next = 0;
  const join = async () => {
    for (let i = next++; i < count; i = next++)
      conversations[i] = await startPair(i % 2 ? [other, one] : [one, other], i);
  };
  await Promise.all(Array.from({ length: LANES }, join));
  return { conversations, clients: conversations.flatMap(({ pair }) => pair) };
}
export type Pairs = Awaited<ReturnType<typeof startPairs>>;

/**
 * Performs one random action, usually a message, that reaches the other member of the pair. Fails while
 * offline.
 */
async function actOnce({ id }: Pair, client: WebClient, n: number, chance: number): Promise<void> {
  const own = client.acked.at(-1);
  const seq = client.lastSeq(id) ?? 0;
  if (chance < 0.6) {
    if (client.outgoingCount() < WAITING_MAX) await client.send(id, `text ${n}`);
  } else if (chance < 0.75 && own) {
    await client.request('message:edit', { messageId: own.id, content: `${own.id} edited ${n}` });
  } else if (chance < 0.8 && own) {
    await client.request('message:unsend', { messageId: own.id });
  } else if (chance < 0.87) {
    await client.request('conversation:delivered', { conversations: { [id]: seq } });
  } else if (chance < 0.94) {
    await client.request('conversation:read', { conversationId: id, seq });
  } else {
    await client.request('conversation:typing', { conversationId: id, typing: true });
  }
}

/** Lets every member perform an action roughly every `everyMs`. */
export function keepActing({ conversations }: Pairs, random: Random, everyMs: number) {
  let isOver = false;
  const acting = conversations.flatMap((conversation) =>
    conversation.pair.map(async (client) => {
      await pause(random.next() * everyMs);
      for (let n = 1; !isOver; n += 1) {
        await actOnce(conversation, client, n, random.next()).catch(() => undefined);
        await pause((0.5 + random.next()) * everyMs);
      }
    }),
  );
  return {
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(acting);
    },
  };
}

/**
 * Lets each member of a pair, one after the other, perform every action that the other receives. Resolves
 * once the other has received most of them.
 */
export async function sendEverything({ id, sides }: Pair): Promise<void> {
  for (const [from, to] of [sides, sides.toReversed()] as Pair['sides'][]) {
    // Marked as read first: only the first unread message changes the unread count.
    await to.client.request('conversation:read', { conversationId: id, seq: to.client.lastSeq(id) ?? 0 });
    const clientId = crypto.randomUUID();
    const message = { conversationId: id, type: 'text', content: 'so', clientId } as const;
    const sent = await from.client.request('message:send', message);
    if (!sent.ok) throw new Error(sent.error.message);
    const { id: messageId, seq } = sent.message;
    await from.client.request('message:edit', { messageId, content: 'so it is' });
    await from.client.request('conversation:typing', { conversationId: id, typing: true });
    await vi.waitUntil(() => to.received.has('unread'), { timeout: 60_000, interval: 20 });
    await to.client.request('conversation:delivered', { conversations: { [id]: seq } });
    await to.client.request('conversation:read', { conversationId: id, seq });
  }
}
