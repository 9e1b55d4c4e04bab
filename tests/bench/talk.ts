import { randomUUID } from 'node:crypto';
import type { Client } from '../support/clients/socket.ts';
import { phonePhoto } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';

interface Talk {
  sockets: Client[];
  conversationId: string;
}

/** Two members with a conversation, each connected by a socket. */
export async function startConversation(url: string): Promise<Talk> {
  const [seller, buyer] = [await signUp(url, 'seller'), await signUp(url, 'buyer')];
  const { id } = await buyer.openConversation(await seller.list(await phonePhoto()));
  const sockets = [seller.connect(), buyer.connect()];
  await Promise.all(sockets.map((socket) => new Promise<void>((open) => socket.once('connect', open))));
  // The seller sees the conversation only after its first message.
  await buyer.call('POST', '/api/messages', {
    conversationId: id,
    type: 'text',
    content: 'Is it still there?',
  });
  return { sockets, conversationId: id };
}

async function send(socket: Client, conversationId: string): Promise<number> {
  const from = performance.now();
  const message = { clientId: randomUUID(), conversationId, type: 'text' as const, content: 'Still there?' };
  const ack = await socket.emitWithAck('message:send', message);
  if (!ack.ok) throw new Error(ack.error.message);
  return performance.now() - from;
}

/** Both sockets send every few milliseconds, regardless of acks, until `end`. @returns ms to each ack. */
export async function chatUntil(
  end: Promise<unknown>,
  { sockets, conversationId }: Talk,
  everyMs = 5,
): Promise<number[]> {
  const acks: Promise<number>[] = [];
  const sending = setInterval(() => {
    for (const socket of sockets) acks.push(send(socket, conversationId));
  }, everyMs);
  await end;
  clearInterval(sending);
  return Promise.all(acks);
}
