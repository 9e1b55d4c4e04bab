import WebSocket from 'ws';
import type { Pair } from './populate.ts';

/**
 * Reads a field of the first message in a packet. Parsing whole packets would cost the load more CPU than the
 * server.
 */
const field = (packet: string, name: string): string => {
  const from = packet.indexOf(`"${name}":"`) + name.length + 4;
  return packet.slice(from, packet.indexOf('"', from));
};

const CLIENT_ID_LENGTH = 36;
/** With the client id in front, messages have 100 characters. */
const TEXT = ' Would you take 320 for it, shipped this week, box and dust bag?';

/** How a server expects to be addressed. */
interface Dialect {
  auth(token: string): object;
  send(clientId: string, pair: Pair): object;
  /** The client id of a message that arrives. */
  clientIdOf(packet: string): string;
  isStored(ack: string): boolean;
}

const PRODUCT: Dialect = {
  auth: (token) => ({ token }),
  send: (clientId, { conversationId }) => ({
    clientId,
    conversationId,
    type: 'text',
    content: clientId + TEXT,
  }),
  clientIdOf: (packet) => field(packet, 'clientId'),
  isStored: (ack) => ack.includes('"ok":true'),
};

/** The relay has no client ids, so they are read from the text. */
const RELAY: Dialect = {
  auth: (token) => ({ user: Number(token) }),
  send: (clientId, { tokens: [, to], conversationId }) => ({
    conversation: Number(conversationId),
    to: Number(to),
    text: clientId + TEXT,
  }),
  clientIdOf: (packet) => field(packet, 'text').slice(0, CLIENT_ID_LENGTH),
  isStored: (ack) => /\[\d+\]$/.test(ack),
};

interface LinkEvents {
  /** A message from either participant has arrived. */
  arrived(clientId: string, content: () => string): void;
  /** An ack has arrived: `isStored` when the message was stored, otherwise `answer` holds the error. */
  acked(clientId: string, isStored: boolean, answer: () => string): void;
}

/** One signed-in socket that speaks Socket.IO over a bare WebSocket, with as little overhead as possible. */
export async function openLink(url: string, token: string, events: LinkEvents, isRelay = false) {
  const dialect = isRelay ? RELAY : PRODUCT;
  const ws = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
  });
  const pending = new Map<string, string>();
  let acks = 0;
  await new Promise<void>((resolve, reject) => {
    ws.once('error', reject);
    ws.once('close', () => reject(new Error('a socket was closed before it was signed in')));
    ws.on('message', (data: Buffer) => {
      const packet = data.toString();
      if (packet.startsWith('42["message:new"')) {
        events.arrived(dialect.clientIdOf(packet), () => field(packet, 'content'));
      } else if (packet.startsWith('43')) {
        const id = packet.slice(2, packet.indexOf('['));
        const clientId = pending.get(id) ?? '';
        pending.delete(id);
        events.acked(clientId, dialect.isStored(packet), () => packet.slice(packet.indexOf('[')));
      } else if (packet === '2') ws.send('3');
      else if (packet.startsWith('40')) resolve();
      else if (packet.startsWith('44')) reject(new Error(packet));
      else if (packet.startsWith('0')) ws.send(`40${JSON.stringify(dialect.auth(token))}`);
    });
  });
  return {
    send(clientId: string, pair: Pair): void {
      acks += 1;
      pending.set(String(acks), clientId);
      ws.send(`42${acks}${JSON.stringify(['message:send', dialect.send(clientId, pair)])}`);
    },
    close: () => ws.terminate(),
  };
}
export type Link = Awaited<ReturnType<typeof openLink>>;
