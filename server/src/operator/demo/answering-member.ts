import { randomUUID } from 'node:crypto';
import type { Listing } from '@selvedge/shared/listings';
import type { Ack, ClientToServer, Fact, ServerToClient } from '@selvedge/shared/realtime';
import { GoTrueClient } from '@supabase/auth-js';
import { io, type Socket } from 'socket.io-client';
import { answerTo, type Facts, factsOf } from './answers.ts';

type Client = Socket<ServerToClient, ClientToServer>;

/** How long somebody takes to read, and then to write. */
const READ_MS = 700;
const WRITE_MS = { min: 800, spread: 1_500 };
const ACK_TIMEOUT_MS = 10_000;
const RETRY_MS = 2_000;

interface AnsweringMember {
  url: string;
  email: string;
  password: string;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function learn(url: string, listingId: string | null): Promise<Partial<Facts>> {
  const response = listingId ? await fetch(`${url}/api/listings/${listingId}`) : null;
  if (!response?.ok) return {};
  const { size, condition, description } = (await response.json()) as Listing;
  return { size, condition, description };
}

/**
 * A member who answers by themselves. They come through the front door, as any script does: they sign in, listen on a
 * socket, read and write.
 * @returns how to send them home.
 */
export function startAnsweringMember({ url, email, password }: AnsweringMember): () => void {
  const auth = new GoTrueClient({ url: `${url}/auth/v1`, persistSession: false });
  const lastSaid = new Map<string, string>();
  let me: string | null = null;
  let hasLeft = false;

  async function accessToken(): Promise<string | null> {
    const { data } = await auth.getSession();
    if (data.session) return data.session.access_token;
    const signedIn = await auth.signInWithPassword({ email, password });
    me = signedIn.data.user?.id ?? null;
    return signedIn.data.session?.access_token ?? null;
  }

  const socket: Client = io(url, {
    transports: ['websocket'],
    auth: async (send) => send({ token: await accessToken().catch(() => null) }),
  });
  const comeBack = () => {
    if (!hasLeft) setTimeout(() => socket.connect(), RETRY_MS);
  };

  async function reply({ message, conversation }: Fact<'message:new'>): Promise<void> {
    const { conversationId, content, seq } = message;
    await pause(READ_MS);
    await socket.timeout(ACK_TIMEOUT_MS).emitWithAck('conversation:read', { conversationId, seq });
    const facts = factsOf(conversation, await learn(url, conversation.listingId));
    const text = answerTo(content, facts, lastSaid.get(conversationId) ?? null);
    lastSaid.set(conversationId, text);
    await pause(WRITE_MS.min + Math.random() * WRITE_MS.spread);
    const answer = { clientId: randomUUID(), conversationId, type: 'text' as const, content: text };
    const ack: Ack<object> = await socket.timeout(ACK_TIMEOUT_MS).emitWithAck('message:send', answer);
    if (!ack.ok) throw new Error(ack.error.message);
  }

  const heard = new Set<string>();
  socket.on('message:new', (fact) => {
    const { id, senderId, content } = fact.message;
    // A message may be told twice; it is answered once, and one's own never.
    if (senderId === me || content.trim() === '' || heard.has(id)) return;
    heard.add(id);
    // Who was cut off says nothing; the newcomer writes again.
    reply(fact).catch(() => undefined);
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') comeBack();
  });
  socket.on('connect_error', (error) => {
    if ('data' in error) comeBack();
  });
  auth.onAuthStateChange((event, session) => {
    if (event === 'TOKEN_REFRESHED' && session && socket.connected) {
      socket.emit('session:renew', { token: session.access_token }, () => undefined);
    }
  });

  return () => {
    hasLeft = true;
    socket.disconnect();
    void auth.stopAutoRefresh();
  };
}
