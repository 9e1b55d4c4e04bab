import { AppError } from '../core/errors.ts';

/** How many pictures are decoded at once, for all members; only one of them may be heavy. */
const DECODES_MAX = 2;
/** Heavy pictures: 5 seconds of work when genuine, 10 minutes when all are crafted to take the maximum. */
const HEAVY_WAITING_MAX = 20;
const BUSY_RETRY_SECONDS = 30;
const PERIOD_MS = 3_600_000;

interface Job {
  ownerId: string;
  isHeavy: boolean;
  ms: number;
  start(): void;
  refuse(error: AppError): void;
}

/** Runs the work once the queue admits it. @throws unavailable, and whatever `work` throws */
type Enqueue = <T>(job: Pick<Job, 'ownerId' | 'isHeavy' | 'ms'>, work: () => Promise<T>) => Promise<T>;

// The owner with the least decoding time in the last hour goes first, so nobody waits for the many or hostile
// pictures of another member. When too many heavy pictures wait, the owner with the most is refused.
export function createDecodeQueue(): Enqueue {
  const waiting: Job[] = [];
  let used = new Map<string, number>();
  let since = Date.now();
  let running = 0;
  let isHeavyRunning = false;

  const usedWith = ({ ownerId, ms }: Pick<Job, 'ownerId' | 'ms'>) => (used.get(ownerId) ?? 0) + ms;

  function addUsage(ownerId: string, ms: number): void {
    if (Date.now() - since > PERIOD_MS) [used, since] = [new Map(), Date.now()];
    used.set(ownerId, usedWith({ ownerId, ms }));
  }

  function startNext(): void {
    const ready = waiting.filter(({ isHeavy }) => !(isHeavy && isHeavyRunning));
    // The sort is stable: among equals, the first to arrive starts.
    const [next] = ready.toSorted((a, b) => usedWith(a) - usedWith(b));
    if (running >= DECODES_MAX || !next) return;
    waiting.splice(waiting.indexOf(next), 1);
    running += 1;
    isHeavyRunning ||= next.isHeavy;
    next.start();
  }

  function refuseExcess(): void {
    const heavy = waiting.filter(({ isHeavy }) => isHeavy);
    if (heavy.length <= HEAVY_WAITING_MAX) return;
    const most = Math.max(...heavy.map(usedWith));
    const refused = heavy.findLast((job) => usedWith(job) === most) as Job;
    waiting.splice(waiting.indexOf(refused), 1);
    refused.refuse(
      new AppError('unavailable', 'Too many pictures are being uploaded. Please try again.', {
        retryAfter: BUSY_RETRY_SECONDS,
      }),
    );
  }

  return async (job, work) => {
    const admitted = new Promise<void>((start, refuse) => waiting.push({ ...job, start, refuse }));
    startNext();
    refuseExcess();
    await admitted;
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      addUsage(job.ownerId, performance.now() - startedAt);
      running -= 1;
      if (job.isHeavy) isHeavyRunning = false;
      startNext();
    }
  };
}
