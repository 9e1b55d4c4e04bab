/// <reference path="./rate-limiter-flexible.d.ts" />
// Deep imports, because the package index loads limiters for two dozen unused stores.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import RateLimiterRedis from 'rate-limiter-flexible/lib/RateLimiterRedis.js';
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';
import type { Redis } from '../nodes/redis.ts';
import { BUDGETS, type Budget, type BudgetName, CALLS, NODE_LIMITS, type Rate } from './budgets.ts';
import { AppError, toProblem } from './errors.ts';
import { rateLimitText, textLimitText } from './format-wait.ts';
import { createSemaphorePerKey } from './semaphore.ts';

const MINUTE = 60;

/** How many sockets one member may have on one node: nobody has that many windows open. */
const SOCKETS_MAX = 50;

interface Spender {
  personId: string;
  itemId?: string | undefined;
}

export interface Limits {
  /** Each method throws rate_limited when its budget is exhausted. */
  visit(address: string): Promise<void>;
  member(personId: string): Promise<void>;
  spend<T>(budget: BudgetName, spender: Spender, work: () => T | Promise<T>): Promise<T>;
  /** Counts the texts in a member's parsed input, once for each time that they are sent. */
  write(budget: BudgetName, personId: string, input: unknown): Promise<void>;
  file(address: string): Promise<void>;
  handshake(address: string): Promise<void>;
  join(personId: string): Promise<void>;
  start(personId: string): Promise<void>;
  /** A negative number of milliseconds corrects an estimate. */
  decoding(personId: string, ms: number): Promise<void>;
  event(socketId: string, personId: string): Promise<void>;
  /** Checks whether a member with `open` sockets on this node may open another. */
  socket(open: number): void;
}

function refuse(msBeforeNext: number, textOf: (seconds: number) => string): never {
  const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000));
  throw new AppError('rate_limited', textOf(retryAfter), {
    retryAfter,
  });
}

type SharedCounter = Pick<Redis, 'client' | 'isAnswering'>;

/** One rate, shared through Redis if configured; while Redis is unreachable, each node counts locally. */
function createLimiter(name: string, { points, duration }: Rate, redis: SharedCounter | null) {
  const local = new RateLimiterMemory({ keyPrefix: `${name}/${duration}`, points, duration });
  if (!redis) return local;
  const shared = new RateLimiterRedis({
    storeClient: redis.client,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    insuranceLimiter: local,
    keyPrefix: `selvedge:${name}/${duration}`,
    ...{ points, duration },
  });
  const current = () => (redis.isAnswering() ? shared : local);
  return {
    consume: (key: string, points?: number) => current().consume(key, points),
    reward: (key: string, points: number) => current().reward(key, points),
    delete: (key: string) => current().delete(key),
  };
}

// Keyed by member and item: attempts on another member's item must not spend the owner's budget.
const keyOf = ({ perItem }: Rate, { personId, itemId }: Spender) =>
  perItem ? `${personId} ${itemId}` : personId;

function bytesOfTexts(input: unknown): number {
  if (typeof input === 'string') return Buffer.byteLength(input);
  if (typeof input !== 'object' || input === null) return 0;
  return Object.values(input).reduce((sum: number, part) => sum + bytesOfTexts(part), 0);
}

function createCounter(
  name: string,
  { rates, chargesRefusals = [] }: Budget,
  redis: SharedCounter | null,
  onRefused: (name: string) => void,
  textOf = rateLimitText,
) {
  const limits = rates.map((rate) => ({ rate, limiter: createLimiter(name, rate, redis) }));
  return {
    async take(spender: Spender, points = 1): Promise<void> {
      for (const { rate, limiter } of limits) {
        // `consume` rejects with the state of the budget when it is exhausted.
        const state: unknown = await limiter
          .consume(keyOf(rate, spender), points)
          .catch((exhausted: unknown) => exhausted);
        if (!(state instanceof RateLimiterRes)) throw state;
        if (state.consumedPoints <= rate.points) continue;
        onRefused(name);
        refuse(state.msBeforeNext, textOf);
      }
    },
    async refund(spender: Spender, error: unknown): Promise<void> {
      if (!chargesRefusals.includes(toProblem(error).code)) await this.giveBack(spender);
    },
    async giveBack(spender: Spender, points = 1): Promise<void> {
      for (const { rate, limiter } of limits) {
        const key = keyOf(rate, spender);
        const { consumedPoints } = await limiter.reward(key, points);
        // Delete unused counters: some keys contain ids that clients make up, and these would accumulate.
        if (consumedPoints <= 0) await limiter.delete(key);
      }
    },
  };
}
type Counter = ReturnType<typeof createCounter>;

// One at a time per member. The thread's CPU time includes work on other requests, so a busy server refuses
// expensive requests earlier.
function createCpuLimit(time: Counter) {
  const oneAtATime = createSemaphorePerKey(1);
  return <T>(spender: Spender, work: () => T | Promise<T>): Promise<T> =>
    oneAtATime(spender.personId, async () => {
      await time.take(spender, 0);
      const startedAt = process.threadCpuUsage();
      try {
        return await work();
      } finally {
        const { user, system } = process.threadCpuUsage(startedAt);
        // This request is done: exceeding the limit here affects only the next one.
        await time.take(spender, Math.ceil((user + system) / 1000)).catch(() => undefined);
      }
    });
}

export function createLimits(
  redis: SharedCounter | null = null,
  onRefused: (name: string) => void = () => undefined,
): Limits {
  const create = (name: string, budget: Budget, sharedRedis = redis) =>
    createCounter(name, budget, sharedRedis, onRefused);
  const visitors = create('callsOfVisitor', CALLS.callsOfVisitor);
  const members = create('callsOfMember', CALLS.callsOfMember);
  const texts = createCounter('textOfMember', CALLS.textOfMember, redis, onRefused, textLimitText);
  const createLocal = (name: keyof typeof NODE_LIMITS) => create(name, NODE_LIMITS[name], null);
  const files = createLocal('filesOfVisitor');
  const handshakes = createLocal('handshakesOfVisitor');
  const decoding = create('decodingOfMember', CALLS.decodingOfMember);
  const joins = createLocal('handshakesOfMember');
  const perSocket = createLocal('eventsOfOneSocket');
  const perMember = createLocal('eventsOfOnePerson');
  const budgets = Object.fromEntries(
    Object.entries<Budget>(BUDGETS).map(([name, budget]) => {
      const { cpuMsPerMinute } = budget;
      const time = { rates: [{ points: cpuMsPerMinute ?? 0, duration: MINUTE }] };
      const cpuLimit = cpuMsPerMinute ? createCpuLimit(create(`${name}Cpu`, time)) : null;
      return [name, { counter: create(name, budget), cpuLimit }];
    }),
  ) as Record<BudgetName, { counter: Counter; cpuLimit: ReturnType<typeof createCpuLimit> | null }>;

  return {
    visit: (address) => visitors.take({ personId: address }),
    member: (personId) => members.take({ personId }),
    async write(name, personId, input) {
      const { storesNoText }: Budget = BUDGETS[name];
      const bytes = storesNoText ? 0 : bytesOfTexts(input);
      if (bytes > 0) await texts.take({ personId }, bytes);
    },
    file: (address) => files.take({ personId: address }),
    handshake: (address) => handshakes.take({ personId: address }),
    join: (personId) => joins.take({ personId }),
    async spend(name, spender, work) {
      const { counter, cpuLimit } = budgets[name];
      await counter.take(spender);
      try {
        return await (cpuLimit ? cpuLimit(spender, work) : work());
      } catch (error) {
        await counter.refund(spender, error);
        throw error;
      }
    },
    decoding: (personId, ms) =>
      ms < 0 ? decoding.giveBack({ personId }, Math.floor(-ms)) : decoding.take({ personId }, Math.ceil(ms)),
    start: (personId) => budgets.newConversation.counter.take({ personId }),
    async event(socketId, personId) {
      await perSocket.take({ personId: socketId });
      await perMember.take({ personId });
    },
    socket(open) {
      if (open < SOCKETS_MAX) return;
      onRefused('sockets');
      throw new AppError('rate_limited', 'You have too many windows open. Please close some of them.', {
        retryAfter: MINUTE,
      });
    },
  };
}

/** No limits (RATE_LIMITS=off, for load tests). */
export const unlimited: Limits = {
  visit: async () => undefined,
  member: async () => undefined,
  write: async () => undefined,
  file: async () => undefined,
  handshake: async () => undefined,
  join: async () => undefined,
  spend: async (_budget, _spender, work) => work(),
  start: async () => undefined,
  decoding: async () => undefined,
  event: async () => undefined,
  socket: () => undefined,
};
