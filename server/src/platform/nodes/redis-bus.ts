import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Logger } from '../observability/log.ts';
import type { Bus } from './bus.ts';
import { BusMessage, createPeerTracker, GOODBYE } from './messages.ts';
import { continueFrom, START } from './position.ts';
import { openRedis, PING_EVERY_MS, type Redis } from './redis.ts';
import { createRefusal } from './refusal.ts';
import { createWriter, STREAM } from './writer.ts';

// Every node appends its messages to one Redis stream and reads the others' messages from it. A short
// disconnection loses nothing: reading resumes where it stopped. A message that could not be appended leaves
// a gap in the numbers, which the node's next message or heartbeat reveals.

const AT_ONCE = 500;
/** Interval of heartbeats, by which the other nodes see that this one is alive. */
const HEARTBEAT_MS = 3_000;
const SILENCE_CHECK_MS = 1_000;
const RETRY_MS = 250;
const HEARTBEAT = 'beat';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function parse(text: string | undefined): BusMessage | null {
  try {
    return BusMessage.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
}

function deliver(
  { message }: { message: Record<string, string> },
  listener: (message: BusMessage) => void,
): void {
  // Nodes of earlier releases read the field `letter`.
  const parsed = parse(message.letter);
  if (parsed) listener(parsed);
}

/** One connection writes, the other one blocks until there is something to read. */
export async function openRedisBus(redis: Redis, log: Logger): Promise<Bus> {
  const reader = await openRedis(redis.url, log, redis.isAnswering() ? undefined : 0);
  const node = randomUUID();
  const topics = new Map<string, (payload: never, node: string) => void>();
  const events = new EventEmitter();
  const peers = createPeerTracker(node, {
    message: ({ topic, payload, node: from }) => topics.get(topic)?.(payload as never, from),
    met: (from) => void events.emit('met', from),
    lost: () => void events.emit('lost'),
    gone: (from, died) => void events.emit('gone', from, died),
  });
  const refusals = { ofWriting: createRefusal(log), ofReading: createRefusal(log) };
  const write = createWriter(redis, node, refusals.ofWriting);

  let reached: string | null = null;
  let isReading = false;
  let isClosed = false;
  async function findPosition(): Promise<void> {
    const COUNT = reached === null ? AT_ONCE : 1;
    const last = await reader.client.xRevRange(STREAM, '+', '-', { COUNT });
    if (reached === null) for (const entry of last ?? []) deliver(entry, peers.noteEarlier);
    reached = continueFrom(reached, last?.[0]?.id);
    peers.reconnected();
    isReading = true;
  }
  async function readNext(): Promise<void> {
    const from = { key: STREAM, id: reached ?? START };
    const streams = await reader.client.xRead(from, { BLOCK: PING_EVERY_MS, COUNT: AT_ONCE });
    for (const entry of streams?.[0]?.messages ?? []) {
      reached = entry.id;
      deliver(entry, peers.receive);
    }
  }
  async function keepReading(): Promise<void> {
    while (!isClosed) {
      try {
        const isFirst = reached === null;
        if (!isReading) await findPosition();
        if (isFirst && reached !== null) events.emit('lost');
        await readNext();
        refusals.ofReading.succeeded();
      } catch (error) {
        const isRefused = refusals.ofReading.failed(error);
        if (!isRefused && isReading && reader.client.isReady)
          log.error({ err: error }, 'reading bus messages failed; retrying');
        isReading = false;
        await pause(RETRY_MS);
      }
    }
  }
  // If Redis is not up yet, `keepReading` finds the position later.
  await findPosition().catch(() => undefined);
  const reading = keepReading();
  const beating = setInterval(() => void write(HEARTBEAT, null), HEARTBEAT_MS);
  const looking = setInterval(() => isReading && peers.checkSilence(), SILENCE_CHECK_MS);

  const isUp = () => redis.isAnswering() && isReading && !refusals.ofWriting.isRefused();

  return {
    id: node,
    send: (topic, payload) => void write(topic, payload),
    on: (topic, listener) => void topics.set(topic, listener),
    onMet: (listener) => void events.on('met', listener),
    onLost: (listener) => void events.on('lost', listener),
    onGone: (listener) => void events.on('gone', listener),
    isUp,
    async check() {
      if (!isUp()) throw new Error('Redis does not respond');
    },
    async close() {
      isClosed = true;
      clearInterval(beating);
      clearInterval(looking);
      await write(GOODBYE, null);
      reader.close();
      await reading;
    },
  };
}
