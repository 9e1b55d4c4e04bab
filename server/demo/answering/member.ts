import { type Client, createClient } from '@selvedge/shared/client';
import type { Conversation, Message } from '@selvedge/shared/conversations';
import type { Listing } from '@selvedge/shared/listings';
import type { Ack } from '@selvedge/shared/realtime';
import { io } from 'socket.io-client';
import { v5 as uuidv5 } from 'uuid';
import type { Logger } from '../../src/observability/log.ts';
import { createTokens } from '../../src/operator/tokens.ts';
import { answer } from './answer.ts';
import { answerToOfferer } from './answer-to-offerer.ts';
import { detailsOf } from './details.ts';

/** As long as somebody takes who has the page open; milliseconds. */
const DELAY_MIN_MS = 1_000;
const DELAY_MAX_MS = 2_800;
const RETRY_MS = 2_000;
/** Messages of a conversation that are looked at. */
const LOOK_BACK = 30;
/** Answers get their ids from what they answer: one that is sent twice is stored once. */
const ANSWERS = '6d0bd1c0-5b0e-4b4e-9a53-1d4c0f0f8a55';

interface AnsweringMember {
  /** Where the server is reached. */
  url: string;
  email: string;
  password: string;
  log: Logger;
}

function given<T extends object>(ack: Ack<T>): T {
  if (!ack.ok) throw new Error(ack.error.message);
  return ack;
}

/**
 * A member who answers by themselves. They use the product as any script can, from outside: a token for the password,
 * a socket, and the REST contract.
 */
export function startAnsweringMember({ url, email, password, log }: AnsweringMember) {
  const tokens = createTokens(url, email, password);
  const planned = new Map<string, NodeJS.Timeout>();
  const timers = new Set<NodeJS.Timeout>();
  let me = '';

  async function get<T>(path: string): Promise<T> {
    const response = await fetch(url + path, {
      headers: { authorization: `Bearer ${await tokens.current()}` },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    // The server that this runs beside keeps its contract.
    return (await response.json()) as T;
  }

  function later(ms: number, work: () => Promise<unknown>): NodeJS.Timeout {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work().catch((error: unknown) => log.warn({ err: error }, 'the answering member failed'));
    }, ms);
    timers.add(timer);
    return timer;
  }

  /** What to say in a conversation now, and to which message; null when it is not my turn. */
  async function think({ id, listingId, wtbListing, readSeq }: Conversation) {
    const messages = await get<Message[]>(`/api/conversations/${id}/messages?limit=${LOOK_BACK}`);
    const unread = messages.filter(({ seq, senderId }) => seq > readSeq && senderId !== me);
    const newest = unread.at(-1);
    const mine = messages.findLast(({ senderId }) => senderId === me)?.content ?? '';
    if (!newest) return null;
    const text = unread.map(({ content }) => content).join('\n');
    const content = wtbListing
      ? answerToOfferer(text, wtbListing, mine)
      : answer(text, detailsOf(await get<Listing>(`/api/listings/${listingId}`)), mine);
    return { newest, content };
  }

  async function reply(conversation: Conversation): Promise<void> {
    planned.delete(conversation.id);
    const thought = await think(conversation);
    if (!thought) return;
    const { newest, content } = thought;
    given(await client.request('conversation:read', { conversationId: conversation.id, seq: newest.seq }));
    if (content === null) return;
    const send = { clientId: uuidv5(newest.id, ANSWERS), conversationId: conversation.id, content };
    given(await client.request('message:send', { type: 'text', ...send }));
  }

  /** One answer for all that arrives before it. */
  function plan(conversation: Conversation): void {
    if (planned.has(conversation.id)) return;
    const ms = DELAY_MIN_MS + Math.random() * (DELAY_MAX_MS - DELAY_MIN_MS);
    planned.set(
      conversation.id,
      later(ms, () => reply(conversation)),
    );
  }

  /** Answers what was written while nobody was here. */
  async function catchUp(): Promise<void> {
    const user = await get<{ id: string }>('/api/auth/user');
    me = user.id;
    const conversations = await get<Conversation[]>('/api/conversations');
    for (const one of conversations) if (!one.isRead && one.lastMessage?.senderId !== me) plan(one);
  }

  function connect(): Client {
    const opened = createClient({
      url,
      open: (origin, options) => io(origin, options),
      accessToken: tokens.current,
      connected: () => later(0, catchUp),
      // Somebody has signed this member out everywhere: in again, with the password.
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
