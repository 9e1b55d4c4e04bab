import { type Client, createClient } from '@selvedge/shared/client';
import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import type { Listing } from '@selvedge/shared/items/listings';
import type { Ack } from '@selvedge/shared/platform/realtime';
import { io } from 'socket.io-client';
import { v5 as uuidv5 } from 'uuid';
import { createTokens } from '../../src/operator/tokens.ts';
import type { Logger } from '../../src/platform/observability/log.ts';
import { composeReply } from './answer.ts';
import { composeReplyToOffer } from './answer-to-offerer.ts';
import { detailsOf } from './details.ts';
import { needsReply } from './needs-reply.ts';

/** The delay of a member who has the page open; milliseconds. */
const DELAY_MIN_MS = 1_000;
const DELAY_MAX_MS = 2_800;
const RETRY_MS = 2_000;
const MESSAGES_READ = 30;
/** A reply's client id derives from the message it replies to: a reply that is sent twice is stored once. */
const REPLY_NAMESPACE = '6d0bd1c0-5b0e-4b4e-9a53-1d4c0f0f8a55';

interface ReplyingMember {
  url: string;
  email: string;
  password: string;
  log: Logger;
}

function unwrap<T extends object>(ack: Ack<T>): T {
  if (!ack.ok) throw new Error(ack.error.message);
  return ack;
}

/** Uses the product from outside, as any script can: a token by password, a socket, and the REST API. */
export function startReplyingMember({ url, email, password, log }: ReplyingMember) {
  const tokens = createTokens(url, email, password);
  const planned = new Map<string, NodeJS.Timeout>();
  const timers = new Set<NodeJS.Timeout>();
  let me = '';

  async function get<T>(path: string): Promise<T> {
    const response = await fetch(url + path, {
      headers: { authorization: `Bearer ${await tokens.current()}` },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    // The server runs in this process, so its responses match the contract.
    return (await response.json()) as T;
  }

  function later(ms: number, work: () => Promise<unknown>): NodeJS.Timeout {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work().catch((error: unknown) => log.warn({ err: error }, 'the replying demo member failed'));
    }, ms);
    timers.add(timer);
    return timer;
  }

  /** Null when it is not this member's turn. */
  async function composeNext({ id, listingId, wtbListing, readSeq }: Conversation) {
    const messages = await get<Message[]>(`/api/conversations/${id}/messages?limit=${MESSAGES_READ}`);
    const unread = messages.filter(({ seq, senderId }) => seq > readSeq && senderId !== me);
    const newest = unread.at(-1);
    const mine = messages.findLast(({ senderId }) => senderId === me)?.content ?? '';
    if (!newest) return null;
    const text = unread
      .filter(needsReply)
      .map(({ content }) => content)
      .join('\n');
    const content = wtbListing
      ? composeReplyToOffer(text, wtbListing, mine)
      : composeReply(text, detailsOf(await get<Listing>(`/api/listings/${listingId}`)), mine);
    return { newest, content };
  }

  async function reply(conversation: Conversation): Promise<void> {
    planned.delete(conversation.id);
    const next = await composeNext(conversation);
    if (!next) return;
    const { newest, content } = next;
    unwrap(await client.request('conversation:read', { conversationId: conversation.id, seq: newest.seq }));
    if (content === null) return;
    const send = { clientId: uuidv5(newest.id, REPLY_NAMESPACE), conversationId: conversation.id, content };
    unwrap(await client.request('message:send', { type: 'text', ...send }));
  }

  /** Schedules one reply to all messages that arrive before it is sent. */
  function plan(conversation: Conversation): void {
    if (planned.has(conversation.id)) return;
    const ms = DELAY_MIN_MS + Math.random() * (DELAY_MAX_MS - DELAY_MIN_MS);
    planned.set(
      conversation.id,
      later(ms, () => reply(conversation)),
    );
  }

  /** Replies to messages that arrived while the demo was not running. */
  async function catchUp(): Promise<void> {
    const user = await get<{ id: string }>('/api/auth/user');
    me = user.id;
    const conversations = await get<Conversation[]>('/api/conversations');
    for (const conversation of conversations)
      if (!conversation.isRead && conversation.lastMessage?.senderId !== me) plan(conversation);
  }

  function connect(): Client {
    const opened = createClient({
      url,
      open: (origin, options) => io(origin, options),
      accessToken: tokens.current,
      connected: () => later(0, catchUp),
      // The member was signed out everywhere: sign in again with the password.
      ended: () =>
        later(RETRY_MS, async () => {
          client = connect();
        }),
    });
    opened.on('message:new', ({ message, conversation }) => {
      if (message.senderId !== me && message.content.trim() !== '') plan(conversation);
    });
    return opened;
  }
  let client = connect();

  return {
    close(): void {
      for (const timer of timers) clearTimeout(timer);
      client.close();
    },
  };
}
