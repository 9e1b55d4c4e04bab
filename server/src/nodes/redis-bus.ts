import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Logger } from '../observability/log.ts';
import type { Bus } from './bus.ts';
import { BusMessage, createAccount, GOODBYE } from './messages.ts';
import { continueFrom, START } from './position.ts';
import { ASK_EVERY_MS, openRedis, type Redis } from './redis.ts';
import { createRefusal } from './refusal.ts';
import { createWriter, STREAM } from './writer.ts';

// Every node appends its letters to one Redis stream and reads those of the others from it. A short disconnection loses
// nothing: reading resumes where it ended. A letter that could not be appended leaves a gap in the numbers, which the
// node's next letter or heartbeat reveals.

const AT_ONCE = 500;
/** Between two heartbeats, which keep a node alive in the eyes of the others. */
const BEAT_MS = 3_000;
const LOOK_MS = 1_000;
const RETRY_MS = 250;
const BEAT = 'beat';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function parse(text: string | undefined): BusMessage | null {
  try {
    return BusMessage.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
}

/** Passes an entry's letter on; an entry that holds none is skipped. */
function hear(
  { message }: { message: Record<string, string> },
  listener: (letter: BusMessage) => void,
): void {
  const letter = parse(message.letter);
  if (letter) listener(letter);
}

/** The bus of nodes that share a Redis: one connection writes, a second one blocks until there is something to read. */
export async function openRedisBus(redis: Redis, log: Logger): Promise<Bus> {
  const reader = await openRedis(redis.url, log, redis.isAnswering() ? undefined : 0);
  const node = randomUUID();
  const topics = new Map<string, (payload: never, node: string) => void>();
  const events = new EventEmitter();
  const account = createAccount(node, {
    letter: ({ topic, payload, node: from }) => topics.get(topic)?.(payload as never, from),
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
    if (reached === null) for (const entry of last ?? []) hear(entry, account.toldBefore);
    reached = continueFrom(reached, last?.[0]?.id);
    account.heardAgain();
    isReading = true;
  }
  async function readOn(): Promise<void> {
    const from = { key: STREAM, id: reached ?? START };
    const streams = await reader.client.xRead(from, { BLOCK: ASK_EVERY_MS, COUNT: AT_ONCE });
    for (const entry of streams?.[0]?.messages ?? []) {
      reached = entry.id;
      hear(entry, account.heard);
    }
  }
  async function keepReading(): Promise<void> {
    while (!isClosed) {
      try {
        const wasDeaf = reached === null;
        if (!isReading) await findPosition();
        if (wasDeaf && reached !== null) events.emit('lost');
        await readOn();
        refusals.ofReading.took();
      } catch (error) {
        const isRefused = refusals.ofReading.failed(error);
        if (!isRefused && isReading && reader.client.isReady)
          log.error({ err: error }, 'the other nodes are not heard');
        isReading = false;
        await pause(RETRY_MS);
      }
    }
  }
  // If Redis does not answer yet, `keepReading` finds the position once it does.
  await findPosition().catch(() => undefined);
  const reading = keepReading();
  const beating = setInterval(() => void write(BEAT, null), BEAT_MS);
  const looking = setInterval(() => isReading && account.look(), LOOK_MS);

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
      if (!isUp()) throw new Error('Redis does not answer');
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
