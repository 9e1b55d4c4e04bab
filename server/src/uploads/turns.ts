import { AppError } from '../core/errors.ts';

/** How many pictures are decoded at once, for all members; of heavy ones, one. */
const DECODES_MAX = 2;
/** How many heavy pictures wait: 5 seconds when genuine, 10 minutes when all are crafted to take the maximum. */
const QUEUE_MAX = 20;
const BUSY_RETRY_SECONDS = 30;
/** For how long it counts what a member has used. */
const PERIOD_MS = 3_600_000;

interface Turn {
  /** Who waits. */
  key: string;
  isHeavy: boolean;
  /** How long it probably takes, in milliseconds. */
  ms: number;
  start(): void;
  refuse(error: AppError): void;
}

export type TakeTurn = <T>(about: Pick<Turn, 'key' | 'isHeavy' | 'ms'>, work: () => Promise<T>) => Promise<T>;

/**
 * Gives turns at decoding: next comes whoever has used least of it in the last hour, so that nobody waits for the many
 * or hostile pictures of another.
 * @returns runs the work in turn. It throws unavailable when too many heavy pictures wait, to whoever used most.
 */
export function createTurns(): TakeTurn {
  const waiting: Turn[] = [];
  let used = new Map<string, number>();
  let since = Date.now();
  let running = 0;
  let isHeavyRunning = false;

  const usedBy = ({ key, ms }: Pick<Turn, 'key' | 'ms'>) => (used.get(key) ?? 0) + ms;

  function use(key: string, ms: number): void {
    if (Date.now() - since > PERIOD_MS) [used, since] = [new Map(), Date.now()];
    used.set(key, usedBy({ key, ms }));
  }

  function startNext(): void {
    const ready = waiting.filter(({ isHeavy }) => !(isHeavy && isHeavyRunning));
    // The sort is stable: of equals, the first comes first.
    const [next] = ready.toSorted((a, b) => usedBy(a) - usedBy(b));
    if (running >= DECODES_MAX || !next) return;
    waiting.splice(waiting.indexOf(next), 1);
    running += 1;
    isHeavyRunning ||= next.isHeavy;
    next.start();
  }

  function refuseOne(): void {
    const heavy = waiting.filter(({ isHeavy }) => isHeavy);
    if (heavy.length <= QUEUE_MAX) return;
    const most = Math.max(...heavy.map(usedBy));
    const refused = heavy.findLast((turn) => usedBy(turn) === most) as Turn;
    waiting.splice(waiting.indexOf(refused), 1);
    refused.refuse(
      new AppError('unavailable', 'Too many pictures are being uploaded. Please try again.', {
        retryAfter: BUSY_RETRY_SECONDS,
      }),
    );
  }

  return async (about, work) => {
    const turn = new Promise<void>((start, refuse) => waiting.push({ ...about, start, refuse }));
    startNext();
    refuseOne();
    await turn;
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      use(about.key, performance.now() - startedAt);
      running -= 1;
      if (about.isHeavy) isHeavyRunning = false;
      startNext();
    }
  };
}
