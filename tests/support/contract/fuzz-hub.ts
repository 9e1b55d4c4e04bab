import { once } from 'node:events';
import WebSocket from 'ws';
import { createRandom, type Random } from '../data/random.ts';
import { nextPacket } from '../peers/packets.ts';

interface FuzzParts {
  /** The server's origin, `http://…`. */
  url: string;
  token: string;
  conversationId: string;
  seed: number;
  /** The number of packets to send. */
  count: number;
}

interface FuzzFigures {
  packets: number;
  connections: number;
  /** Connections closed by the server. */
  cut: number;
  /** Acks due on connections that stayed open, and how many of them never arrived. */
  acks: number;
  unanswered: string[];
  /** Raw requests to the hub's path, and those that failed with 5xx or got no response. */
  requests: number;
  refusals: string[];
}

const AT_ONCE = 8;
/**
 * Packets per connection. A civil connection survives all of them, so most of the work is packets, not
 * handshakes.
 */
const PACKETS_OF_ONE = { civil: 120, wild: 40 };
/**
 * Packets per batch; the connection is checked after each batch. When a packet ends a wild connection, the
 * rest of its batch is lost.
 */
const BATCH = { civil: 20, wild: 5 };
/** A connection without a response after this long counts as dead. */
const PATIENCE_MS = 30_000;

const QUERIES = [
  '',
  'EIO=3&transport=polling',
  'EIO=4&transport=polling',
  'EIO=4&transport=websocket',
  'EIO=4&transport=polling&sid=__proto__',
  'EIO=4&transport=websocket&sid=constructor',
  'EIO=x&transport=polling',
  'EIO=4&transport=__proto__',
  'EIO=4&transport[]=websocket&transport[]=polling',
  'transport=websocket',
  'EIO=4&transport=polling&j=1',
  'EIO=4&transport=webtransport',
];

/**
 * Sends one connection's packets.
 * @returns whether it is still open afterwards, and how many acks are missing.
 */
async function fuzzOne({ url, token, conversationId }: FuzzParts, random: Random, figures: FuzzFigures) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const sent = new Map<number, string>();
  let onAnswer: () => void = () => undefined;
  let isGreeted = false;
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('message', (data) => {
    const text = String(data);
    if (text === '2') socket.send('3');
    if (text.startsWith('40{') || text.startsWith('44')) isGreeted = true;
    const ack = /^43(\d+)\[/.exec(text);
    if (ack) sent.delete(Number(ack[1]));
    onAnswer();
  });
  const isOpen = () => socket.readyState === WebSocket.OPEN;
  /**
   * Waits for a condition, the end of the connection, or a timeout.
   * @returns whether the condition is true
   */
  async function until(isTrue: () => boolean): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const settled = new Promise<void>((resolve) => {
      onAnswer = () => isTrue() && resolve();
      onAnswer();
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    await Promise.race([settled, closed]);
    clearTimeout(timer);
    return isTrue();
  }

  await Promise.race([once(socket, 'open').catch(() => undefined), closed]);
  figures.connections += 1;
  const signsIn = random.next() < 0.8;
  const isCivil = signsIn && random.next() < 0.3;
  if (signsIn && isOpen()) {
    socket.send(`40${JSON.stringify({ token })}`);
    await until(() => isGreeted);
  }
  const manners = isCivil ? 'civil' : 'wild';
  const [count, batch] = [PACKETS_OF_ONE[manners], BATCH[manners]];
  for (let i = 0; i < count && isOpen(); i += 1) {
    const { data, ackId } = nextPacket(random, { conversationId, ackId: i, isCivil });
    if (ackId !== undefined && signsIn) {
      sent.set(ackId, String(data));
      figures.acks += 1;
    }
    socket.send(data);
    figures.packets += 1;
    if (i % batch === batch - 1 && isOpen()) {
      socket.ping();
      await Promise.race([once(socket, 'pong').catch(() => undefined), closed]);
    }
  }
  const isAnswered = await until(() => sent.size === 0);
  if (!isAnswered && isOpen()) figures.unanswered.push(...sent.values());
  if (!isOpen()) {
    figures.cut += 1;
    // On a closed connection no acks are due.
    figures.acks -= sent.size;
  }
  socket.terminate();
}

async function request(url: string, random: Random, figures: FuzzFigures): Promise<void> {
  const method = random.pick(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);
  const address = `${url}/socket.io/?${random.pick(QUERIES)}`;
  figures.requests += 1;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const body = method === 'POST' ? '42["sync",{}]' : null;
  const status = await fetch(address, { method, body, signal }).then(
    (response) => response.status,
    (error: unknown) => String(error),
  );
  if (typeof status === 'string' || status >= 500) figures.refusals.push(`${method} ${address}: ${status}`);
}

/**
 * Sends malformed packets of every kind to a running hub. Its rate limits should be off, so that the packets
 * reach the handlers. The same seed generates the same packets.
 */
export async function fuzzHub(parts: FuzzParts): Promise<FuzzFigures> {
  const figures: FuzzFigures = {
    packets: 0,
    connections: 0,
    cut: 0,
    acks: 0,
    unanswered: [],
    requests: 0,
    refusals: [],
  };
  const lanes = Array.from({ length: AT_ONCE }, async (_, lane) => {
    const random = createRandom(parts.seed + lane);
    while (figures.packets < parts.count) {
      await fuzzOne(parts, random, figures);
      await request(parts.url, random, figures);
    }
  });
  await Promise.all(lanes);
  return figures;
}
