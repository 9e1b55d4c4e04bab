import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { openWebClient, type WebClient } from '../clients/web-client.ts';
import { phonePhoto } from '../data/pictures.ts';
import type { Row } from '../data/stored-messages.ts';
import { signUp } from './account.ts';

/** Five members with one conversation per pair: ten in all. */
const MEMBERS_MIN = 5;
/** Approximate messages per conversation. A client evicts much longer threads when it opens another. */
const MESSAGES_PER_CONVERSATION = 400;
/** How many unacknowledged messages one member may have at once. */
const WAITING_MAX = 40;

/** The number of members for `messages` messages, with one conversation per pair. */
const membersFor = (messages: number): number =>
  Math.max(MEMBERS_MIN, Math.ceil((1 + Math.sqrt(1 + (8 * messages) / MESSAGES_PER_CONVERSATION)) / 2));

export interface SharedConversation {
  id: string;
  /** Its two members. */
  pair: [WebClient, WebClient];
}

/**
 * Members of a running server, each with their own client and one conversation with each other member.
 * @param messages the approximate total that they will send
 */
export async function startCrowd(url: string, messages: number, losesAck?: () => boolean) {
  const photo = await phonePhoto();
  const members = await Promise.all(
    Array.from({ length: membersFor(messages) }, (_, i) => signUp(url, `person${i}`)),
  );
  const listings = await Promise.all(members.map((member) => member.list(photo)));
  const opened = await Promise.all(
    members.flatMap((buyer, b) =>
      listings
        .slice(0, b)
        .map(async (listing, s) => ({ id: (await buyer.openConversation(listing)).id, b, s })),
    ),
  );
  // Before the first message, only its creator sees a conversation.
  for (const { id, b } of opened) {
    const first = { conversationId: id, content: 'Hello', type: 'text', clientId: crypto.randomUUID() };
    await members[b]?.call('POST', '/api/messages', first);
  }
  const clients = await Promise.all(
    members.map((member) => openWebClient(url, member, losesAck ? { losesAck } : {})),
  );
  const conversations = opened.map(
    ({ id, b, s }): SharedConversation => ({
      id,
      pair: [clients[b], clients[s]] as SharedConversation['pair'],
    }),
  );
  for (const { id, pair } of conversations) for (const client of pair) await client.open(id);
  return { clients, conversations };
}
type Crowd = Awaited<ReturnType<typeof startCrowd>>;

/** How many messages have been acknowledged to their senders. */
export const countAcked = ({ clients }: Crowd): number =>
  clients.reduce((sum, client) => sum + client.acked.length, 0);

/**
 * Every member sends a message in each of their conversations every `everyMs`, but pauses while too many of
 * their own messages are unacknowledged.
 */
export function keepSending({ conversations }: Crowd, everyMs = 10) {
  let isOver = false;
  /** The texts that each member has written in each conversation, by `<conversation id> <member id>`. */
  const written = new Map<string, string[]>();
  const writing = conversations.flatMap(({ id, pair }) =>
    pair.map(async (client) => {
      const own: string[] = [];
      written.set(`${id} ${client.member.id}`, own);
      for (let i = 1; !isOver; i += 1) {
        if (client.outgoingCount() < WAITING_MAX) {
          own.push(`text ${i}`);
          await client.send(id, `text ${i}`);
        }
        await pause(everyMs);
      }
    }),
  );
  return {
    written,
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(writing);
    },
  };
}

/** The number of acknowledged messages that are missing in the database, or have another `seq` there. */
export function countMissing({ clients }: Crowd, byConversation: Map<string, Row[]>): number {
  const seqs = new Map([...byConversation.values()].flat().map((row) => [row.id, row.seq]));
  return clients.flatMap((client) => client.acked).filter(({ id, seq }) => seqs.get(id) !== seq).length;
}

/** All of a conversation's rows in a client. */
async function readWhole(client: WebClient, id: string) {
  await client.open(id);
  while (client.hasOlder(id)) await client.messaging.loadOlderMessages(id);
  return client.rows(id);
}

/**
 * Expects both clients of every conversation to show exactly the stored messages, each once, in gapless `seq`
 * order.
 */
export async function expectScreensAsStored(
  { conversations }: Crowd,
  byConversation: Map<string, Row[]>,
): Promise<void> {
  for (const { id, pair } of conversations) {
    const rows = byConversation.get(id) ?? [];
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, i) => i + 1));
    expect(new Set(rows.map(({ clientId }) => clientId)).size).toBe(rows.length);
    for (const client of pair) {
      expect(client.outgoingCount()).toBe(0);
      const displayed = await readWhole(client, id);
      expect(displayed.map((row) => [row.seq, row.id, row.content])).toEqual(
        rows.map((row) => [row.seq, row.id, row.content]),
      );
    }
  }
}

/**
 * Whether everyone is connected, every message acknowledged, and both clients of each conversation show the
 * same.
 */
export function isQuiet({ clients, conversations }: Crowd): boolean {
  return (
    clients.every((client) => client.isOnline() && client.outgoingCount() === 0) &&
    conversations.every(({ id, pair: [one, other] }) => one.lastSeq(id) === other.lastSeq(id))
  );
}
