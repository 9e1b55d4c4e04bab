import {
  BUDGETS,
  type Budget,
  type BudgetName,
  CALLS,
  DURABLE_LIMITS,
  NODE_LIMITS,
  type Rate,
} from './budgets.ts';
import { AppError, toProblem } from './errors.ts';
import { rateLimitText } from './format-wait.ts';
import { type CreateStore, type SharedCounter, storeInMemory } from './limit-stores.ts';
import { createSemaphorePerKey } from './semaphore.ts';

const MINUTE = 60;

/** How many sockets one member may have on one node: nobody has that many windows open. */
const SOCKETS_MAX = 50;

interface Spender {
  memberId: string;
  itemId?: string | undefined;
}

export type LimitName =
  | BudgetName
  | keyof typeof CALLS
  | keyof typeof NODE_LIMITS
  | keyof typeof DURABLE_LIMITS;

export interface Limits {
  /** Each method throws rate_limited when its budget is exhausted; this one returns how many points are taken. */
  take(limit: LimitName, subject: string): Promise<number>;
  refund(limit: LimitName, subject: string): Promise<void>;
  spend<T>(budget: BudgetName, spender: Spender, work: () => T | Promise<T>): Promise<T>;
  /** Counts the texts in a member's parsed input, once for each time that they are sent. */
  write(budget: BudgetName, memberId: string, input: unknown): Promise<void>;
  /** A negative number of milliseconds corrects an estimate. */
  decoding(memberId: string, ms: number): Promise<void>;
  event(socketId: string, memberId: string): Promise<void>;
  /** Checks whether a member with `open` sockets on this node may open another. */
  socket(open: number): void;
}

// Keyed by member and item: attempts on another member's item must not spend the owner's budget.
const keyOf = ({ perItem }: Rate, { memberId, itemId }: Spender) =>
  perItem ? `${memberId} ${itemId}` : memberId;

function bytesOfTexts(input: unknown): number {
  if (typeof input === 'string') return Buffer.byteLength(input);
  if (typeof input !== 'object' || input === null) return 0;
  return Object.values(input).reduce((sum: number, part) => sum + bytesOfTexts(part), 0);
}

function createCounter(
  name: string,
  { rates, chargesRefusals = [], textOf = rateLimitText }: Budget,
  createStore: CreateStore,
  onRefused: (name: string) => void,
) {
  const limits = rates.map((rate) => ({ rate, store: createStore(name, rate) }));
  return {
    /** @returns how many points of the last rate are taken */
    async take(spender: Spender, points = 1): Promise<number> {
      let taken = 0;
      for (const { rate, store } of limits) {
        const { consumedPoints, msBeforeNext } = await store.take(keyOf(rate, spender), points);
        taken = consumedPoints;
        if (taken <= rate.points) continue;
        onRefused(name);
        const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000));
        throw new AppError('rate_limited', textOf(retryAfter), { retryAfter });
      }
      return taken;
    },
    async refund(spender: Spender, error: unknown): Promise<void> {
      if (!chargesRefusals.includes(toProblem(error).code)) await this.giveBack(spender);
    },
    async giveBack(spender: Spender, points = 1): Promise<void> {
      for (const { rate, store } of limits) await store.giveBack(keyOf(rate, spender), points);
    },
  };
}
type Counter = ReturnType<typeof createCounter>;

// One at a time per member. The thread's CPU time includes work on other requests, so a busy server refuses
// expensive requests earlier.
function createCpuLimit(time: Counter) {
  const oneAtATime = createSemaphorePerKey(1);
  return <T>(spender: Spender, work: () => T | Promise<T>): Promise<T> =>
    oneAtATime(spender.memberId, async () => {
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

/** @param durable where the durable limits are counted; in memory by default */
export function createLimits(
  redis: SharedCounter | null = null,
  onRefused: (name: string) => void = () => undefined,
  durable: CreateStore = storeInMemory(null),
): Limits {
  const create = (name: string, budget: Budget, store = storeInMemory(redis)) =>
    createCounter(name, budget, store, onRefused);
  const createEach = (budgets: Record<string, Budget>, store?: CreateStore) =>
    Object.entries(budgets).map(([name, budget]) => [name, create(name, budget, store)] as const);
  const counters = Object.fromEntries([
    ...createEach(BUDGETS),
    ...createEach(CALLS),
    ...createEach(NODE_LIMITS, storeInMemory(null)),
    ...createEach(DURABLE_LIMITS, durable),
  ]) as Record<LimitName, Counter>;
  const cpuLimits = new Map(
    Object.entries<Budget>(BUDGETS).map(([name, { cpuMsPerMinute: points }]) => [
      name,
      points && createCpuLimit(create(`${name}Cpu`, { rates: [{ points, duration: MINUTE }] })),
    ]),
  );
  const take = (limit: LimitName, memberId: string, points = 1) => counters[limit].take({ memberId }, points);

  return {
    take,
    refund: (limit, memberId) => counters[limit].giveBack({ memberId }),
    async write(name, memberId, input) {
      const { storesNoText }: Budget = BUDGETS[name];
      const bytes = storesNoText ? 0 : bytesOfTexts(input);
      if (bytes > 0) await take('textOfMember', memberId, bytes);
    },
    async spend(name, spender, work) {
      const counter = counters[name];
      const cpuLimit = cpuLimits.get(name);
      await counter.take(spender);
      try {
        return await (cpuLimit ? cpuLimit(spender, work) : work());
      } catch (error) {
        await counter.refund(spender, error);
        throw error;
      }
    },
    async decoding(memberId, ms) {
      if (ms < 0) await counters.decodingOfMember.giveBack({ memberId }, Math.floor(-ms));
      else await take('decodingOfMember', memberId, Math.ceil(ms));
    },
    async event(socketId, memberId) {
      await take('eventsOfOneSocket', socketId);
      await take('eventsOfOneMember', memberId);
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
  take: async () => 0,
  refund: async () => undefined,
  spend: async (_budget, _spender, work) => work(),
  write: async () => undefined,
  decoding: async () => undefined,
  event: async () => undefined,
  socket: () => undefined,
};
