import type { Letter } from './letters.ts';
import type { Redis } from './redis.ts';
import type { Refusal } from './refusal.ts';

/** Where every node appends its letters. */
export const STREAM = 'selvedge:letters';
const TRIM = { strategy: 'MAXLEN', strategyModifier: '~', threshold: 10_000 } as const;
/** Letters on their way to Redis, and how long they are together; what comes beyond is lost. */
export const WAITING_MAX = 5_000;
export const WAITING_MAX_CHARACTERS = 8 * 2 ** 20;
/** What arrives so late may have been overtaken by what it is about. */
const LATE_MS = 3_000;

/** What it needs of Redis. */
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

/** Appends the letters of one node, without waiting for those before: what cannot be appended leaves a hole in the numbers. */
export function createWriter({ client, isAnswering }: Carrier, node: string, refusal: Refusal): Write {
  let n = 0;
  let waiting = 0;
  let characters = 0;
  return async (topic, payload) => {
    n += 1;
    if (!isAnswering() || waiting >= WAITING_MAX || characters >= WAITING_MAX_CHARACTERS) return;
    const letter = JSON.stringify({ node, n, topic, payload } satisfies Letter);
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
    // It may be appended nevertheless, at some later time. The hole has whoever hears it ask for what is true then.
    if (!isIn || performance.now() - startedAt > LATE_MS) n += 1;
  };
}
