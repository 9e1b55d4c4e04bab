import type { BusMessage } from './messages.ts';
import type { Redis } from './redis.ts';
import type { Refusal } from './refusal.ts';

export const STREAM = 'selvedge:letters';
const TRIM = { strategy: 'MAXLEN', strategyModifier: '~', threshold: 10_000 } as const;
/** Maximum messages and characters in flight to Redis; any more are dropped. */
export const WAITING_MAX = 5_000;
export const WAITING_MAX_CHARACTERS = 8 * 2 ** 20;
/** A message appended later than this may be older than what receivers have meanwhile read from the database. */
const LATE_MS = 3_000;

interface RedisWriter {
  isAnswering: Redis['isAnswering'];
  client: {
    xAdd(
      stream: string,
      id: '*',
      entry: { letter: string },
      options: { TRIM: typeof TRIM },
    ): Promise<unknown>;
  };
}

type Write = (topic: string, payload: unknown) => Promise<void>;

/** A message that cannot be appended leaves a gap in the numbers, by which other nodes notice the loss. */
export function createWriter({ client, isAnswering }: RedisWriter, node: string, refusal: Refusal): Write {
  let n = 0;
  let waiting = 0;
  let characters = 0;
  return async (topic, payload) => {
    n += 1;
    if (!isAnswering() || waiting >= WAITING_MAX || characters >= WAITING_MAX_CHARACTERS) return;
    const message = JSON.stringify({ node, n, topic, payload } satisfies BusMessage);
    waiting += 1;
    characters += message.length;
    const startedAt = performance.now();
    const isAppended = await client.xAdd(STREAM, '*', { letter: message }, { TRIM }).then(
      () => {
        refusal.succeeded();
        return true;
      },
      (error: unknown) => {
        refusal.failed(error);
        return false;
      },
    );
    waiting -= 1;
    characters -= message.length;
    // It may still be appended, late or despite the error. The gap makes other nodes request the state.
    if (!isAppended || performance.now() - startedAt > LATE_MS) n += 1;
  };
}
