/// <reference path="./rate-limiter-flexible.d.ts" />
// Imported one by one: the package's index also loads its limiters for two dozen stores that are not used here.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import RateLimiterRedis from 'rate-limiter-flexible/lib/RateLimiterRedis.js';
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';
import type { Redis } from '../nodes/redis.ts';
import { BUDGETS, type Budget, type BudgetName, CALLS, LOCAL, type Rate } from './budgets.ts';
import { AppError, toProblem } from './errors.ts';
import { rateLimitText } from './format-wait.ts';
import { createSemaphorePerKey } from './semaphore.ts';

const MINUTE = 60;

/** How many sockets one person may have on one node: more than anybody has windows. */
const SOCKETS_MAX = 50;

interface Spender {
  personId: string;
  /** The id in the path, where the call is about one thing. */
  itemId?: string | undefined;
}

export interface Limits {
  /** Counts a call of a visitor without a sign-in, by address. @throws rate_limited */
  visit(address: string): Promise<void>;
  /** Counts a call of a member. @throws rate_limited */
  member(personId: string): Promise<void>;
  /** Charges a budget and runs the work of the call or socket request. @throws rate_limited, and what `work` throws */
  spend<T>(budget: BudgetName, spender: Spender, work: () => T | Promise<T>): Promise<T>;
  /** Counts a request for a file, by address. @throws rate_limited */
  file(address: string): Promise<void>;
  /** Counts an attempt to open a socket, by address. @throws rate_limited */
  handshake(address: string): Promise<void>;
  /** Counts a socket that a member opens. @throws rate_limited */
  join(personId: string): Promise<void>;
  /** Counts the start of a conversation. @throws rate_limited */
  start(personId: string): Promise<void>;
  /** Counts whatever arrives on a socket. @throws rate_limited */
  event(socketId: string, personId: string): Promise<void>;
  /** Checked before a person opens another socket on this node. @param open how many they have. @throws rate_limited */
  socket(open: number): void;
}

function refuse(msBeforeNext: number): never {
  const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000));
  throw new AppError('rate_limited', rateLimitText(retryAfter), {
    retryAfter,
  });
}

type SharedCounter = Pick<Redis, 'client' | 'isAnswering'>;

/** One rate, shared through Redis where there is one; while Redis does not answer, each node counts for itself. */
function createLimiter(name: string, { points, duration }: Rate, redis: SharedCounter | null) {
  const own = new RateLimiterMemory({ keyPrefix: `${name}/${duration}`, points, duration });
  if (!redis) return own;
  const shared = new RateLimiterRedis({
    storeClient: redis.client,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    insuranceLimiter: own,
    keyPrefix: `selvedge:${name}/${duration}`,
    ...{ points, duration },
  });
  const present = () => (redis.isAnswering() ? shared : own);
  return {
    consume: (key: string, points?: number) => present().consume(key, points),
    reward: (key: string) => present().reward(key),
    delete: (key: string) => present().delete(key),
  };
}

// Keyed by person and item: attempts on somebody else's item must not spend the owner's budget.
const keyOf = ({ perItem }: Rate, { personId, itemId }: Spender) =>
  perItem ? `${personId} ${itemId}` : personId;

/** The counters of one budget. */
function createCounter(
  name: string,
  { rates, chargesRefusals = [] }: Budget,
  redis: SharedCounter | null,
  onRefused: (name: string) => void,
) {
  const limits = rates.map((rate) => ({ rate, limiter: createLimiter(name, rate, redis) }));
  return {
    /** @throws rate_limited */
    async take(spender: Spender, points = 1): Promise<void> {
      for (const { rate, limiter } of limits) {
        // `consume` rejects with the state of the budget when that is exhausted.
        const state: unknown = await limiter
          .consume(keyOf(rate, spender), points)
          .catch((spent: unknown) => spent);
        if (!(state instanceof RateLimiterRes)) throw state;
        if (state.consumedPoints <= rate.points) continue;
        onRefused(name);
        refuse(state.msBeforeNext);
      }
    },
    async giveBack(spender: Spender, error: unknown): Promise<void> {
      if (chargesRefusals.includes(toProblem(error).code)) return;
      for (const { rate, limiter } of limits) {
        const key = keyOf(rate, spender);
        const { consumedPoints } = await limiter.reward(key);
        // Unused counters are dropped: some keys contain ids that callers make up, and would pile up.
        if (consumedPoints <= 0) await limiter.delete(key);
      }
    },
  };
}
type Counter = ReturnType<typeof createCounter>;

/**
 * Runs the heavy requests of a person one at a time, and limits the CPU time that passes meanwhile. A part of that is
 * the work of others, so a busy server refuses such requests earlier.
 */
function createHeavy(time: Counter) {
  const inTurn = createSemaphorePerKey(1);
  return <T>(spender: Spender, work: () => T | Promise<T>): Promise<T> =>
    inTurn(spender.personId, async () => {
      await time.take(spender, 0);
      const startedAt = process.threadCpuUsage();
      try {
        return await work();
      } finally {
        const { user, system } = process.threadCpuUsage(startedAt);
        // A refusal here concerns the next request; this one has been answered.
        await time.take(spender, Math.ceil((user + system) / 1000)).catch(() => undefined);
      }
    });
}

/** The rate limits of people and addresses. @param onRefused is called with the name of each exhausted budget */
export function createLimits(
  redis: SharedCounter | null = null,
  onRefused: (name: string) => void = () => undefined,
): Limits {
  const create = (name: string, budget: Budget, among = redis) =>
    createCounter(name, budget, among, onRefused);
  const visitors = create('callsOfVisitor', CALLS.callsOfVisitor);
  const members = create('callsOfMember', CALLS.callsOfMember);
  const createLocal = (name: keyof typeof LOCAL) => create(name, LOCAL[name], null);
  const files = createLocal('filesOfVisitor');
  const handshakes = createLocal('handshakesOfVisitor');
  const joins = createLocal('handshakesOfMember');
  const ofOneSocket = createLocal('eventsOfOneSocket');
  const ofOnePerson = createLocal('eventsOfOnePerson');
  const budgets = Object.fromEntries(
    Object.entries<Budget>(BUDGETS).map(([name, budget]) => {
      const { cpuMsPerMinute } = budget;
      const time = { rates: [{ points: cpuMsPerMinute ?? 0, duration: MINUTE }] };
      const heavy = cpuMsPerMinute ? createHeavy(create(`${name}Cpu`, time)) : null;
      return [name, { counter: create(name, budget), heavy }];
    }),
  ) as Record<BudgetName, { counter: Counter; heavy: ReturnType<typeof createHeavy> | null }>;

  return {
    visit: (address) => visitors.take({ personId: address }),
    member: (personId) => members.take({ personId }),
    file: (address) => files.take({ personId: address }),
    handshake: (address) => handshakes.take({ personId: address }),
    join: (personId) => joins.take({ personId }),
    async spend(name, spender, work) {
      const { counter, heavy } = budgets[name];
      await counter.take(spender);
      try {
        return await (heavy ? heavy(spender, work) : work());
      } catch (error) {
        await counter.giveBack(spender, error);
        throw error;
      }
    },
    start: (personId) => budgets.newConversation.counter.take({ personId }),
    async event(socketId, personId) {
      await ofOneSocket.take({ personId: socketId });
      await ofOnePerson.take({ personId });
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

/** No limits at all (RATE_LIMITS=off, for load tests). */
export const unlimited: Limits = {
  visit: async () => undefined,
  member: async () => undefined,
  file: async () => undefined,
  handshake: async () => undefined,
  join: async () => undefined,
  spend: async (_budget, _spender, work) => work(),
  start: async () => undefined,
  event: async () => undefined,
  socket: () => undefined,
};
