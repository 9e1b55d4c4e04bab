import type { BusMessage } from './messages.ts';
import type { Redis } from './redis.ts';
import type { Refusal } from './refusal.ts';

/** The Redis stream to which every node appends its letters. */
export const STREAM = 'selvedge:letters';
const TRIM = { strategy: 'MAXLEN', strategyModifier: '~', threshold: 10_000 } as const;
/** At most so many letters, and characters of them, are on their way to Redis; further ones are dropped. */
export const WAITING_MAX = 5_000;
export const WAITING_MAX_CHARACTERS = 8 * 2 ** 20;
/** A letter appended later than this may be older than what its receivers have read from the database meanwhile. */
const LATE_MS = 3_000;

/** The part of the Redis connection that the writer needs. */
interface Carrier {
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

export type Write = (topic: string, payload: unknown) => Promise<void>;

/**
 * Appends the letters of one node, each without waiting for the one before. A letter that cannot be appended leaves a
 * gap in the numbers, by which the other nodes notice the loss.
 */
export function createWriter({ client, isAnswering }: Carrier, node: string, refusal: Refusal): Write {
  let n = 0;
  let waiting = 0;
  let characters = 0;
  return async (topic, payload) => {
    n += 1;
    if (!isAnswering() || waiting >= WAITING_MAX || characters >= WAITING_MAX_CHARACTERS) return;
    const letter = JSON.stringify({ node, n, topic, payload } satisfies BusMessage);
    waiting += 1;
    characters += letter.length;
    const startedAt = performance.now();
    const isIn = await client.xAdd(STREAM, '*', { letter }, { TRIM }).then(
      () => {
        refusal.took();
        return true;
      },
      (error: unknown) => {
        refusal.failed(error);
        return false;
      },
    );
    waiting -= 1;
    characters -= letter.length;
    // The letter may still be appended, late or despite the error. The gap makes other nodes ask for the present state.
    if (!isIn || performance.now() - startedAt > LATE_MS) n += 1;
  };
}
