import type { Conversation, Message } from '@selvedge/shared/conversations';
import type { Listing } from '@selvedge/shared/listings';
import type { Ack, ClientToServer, ServerToClient } from '@selvedge/shared/realtime';
import { io, type Socket } from 'socket.io-client';
import { v5 as uuidv5 } from 'uuid';
import type { Logger } from '../../../log.ts';
import { answer } from './answer.ts';
import { answerToOfferer } from './answer-to-offerer.ts';
import { factsOf } from './facts.ts';
import { createTokens } from './tokens.ts';

/** As long as somebody takes who has the page open; milliseconds. */
const DELAY_MIN_MS = 1_000;
const DELAY_MAX_MS = 2_800;
const ACK_WITHIN_MS = 10_000;
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
  let isRefused = false;
  let me = '';
  let isClosed = false;

  const socket: Socket<ServerToClient, ClientToServer> = io(url, {
    transports: ['websocket'],
    forceNew: true,
    // Asked at every connect, so that one after a long absence brings a token that is good.
    auth: (give) => {
      const anew = isRefused;
      isRefused = false;
      tokens.current({ anew }).then(
        (token) => give({ token }),
        () => give({ token: '' }),
      );
    },
  });

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
      : answer(text, factsOf(await get<Listing>(`/api/listings/${listingId}`)), mine);
    return { newest, content };
  }

  async function reply(conversation: Conversation): Promise<void> {
    planned.delete(conversation.id);
    const thought = await think(conversation);
    if (!thought) return;
    const { newest, content } = thought;
    const acked = socket.timeout(ACK_WITHIN_MS);
    given(await acked.emitWithAck('conversation:read', { conversationId: conversation.id, seq: newest.seq }));
    if (content === null) return;
    const clientId = uuidv5(newest.id, ANSWERS);
    given(
      await acked.emitWithAck('message:send', {
        clientId,
        conversationId: conversation.id,
        type: 'text',
        content,
      }),
    );
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

  /** Keeps the socket beyond the life of the token that it came with. */
  function renewInTime(): void {
    later(tokens.lifetimeLeft(), async () => {
      const token = await tokens.current({ anew: true });
      if (socket.connected)
        given(await socket.timeout(ACK_WITHIN_MS).emitWithAck('session:renew', { token }));
      renewInTime();
    });
  }

  function comeBack(): void {
    if (isClosed) return;
    isRefused = true;
    later(RETRY_MS, async () => void socket.connect());
  }

  socket.on('connect', () => later(0, catchUp));
  socket.once('connect', renewInTime);
  socket.on('message:new', ({ message, conversation }) => {
    if (message.senderId !== me && message.content.trim() !== '') plan(conversation);
  });
  // After a refusal, or when the server has ended the session, the client does not come back by itself.
  socket.on('connect_error', () => {
    if (!socket.active) comeBack();
  });
  socket.on('disconnect', () => {
    if (!socket.active) comeBack();
  });

  return {
    close(): void {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      socket.disconnect();
    },
  };
}
