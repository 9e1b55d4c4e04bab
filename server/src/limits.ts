/// <reference path="./rate-limiter-flexible.d.ts" />
import type { RequestName } from '@selvedge/shared/realtime';
// Each by itself: the package as a whole reads its two dozen others, for stores that nobody has here.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import RateLimiterRedis from 'rate-limiter-flexible/lib/RateLimiterRedis.js';
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';
import { AppError } from './errors.ts';
import type { Redis } from './nodes/redis.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Rate {
  points: number;
  /** Seconds. */
  duration: number;
}

/** How often one person may do a thing; where two rates stand, both hold. */
const RATES = {
  /** By address: whoever has not signed in. */
  callsOfVisitor: [{ points: 300, duration: MINUTE }],
  callsOfMember: [{ points: 600, duration: MINUTE }],
  newListing: [
    { points: 20, duration: HOUR },
    { points: 50, duration: DAY },
  ],
  newWanted: [
    { points: 20, duration: HOUR },
    { points: 50, duration: DAY },
  ],
  /** Enough photos for twenty listings. */
  upload: [{ points: 200, duration: HOUR }],
  bump: [{ points: 20, duration: DAY }],
  discountOfOneItem: [{ points: 5, duration: DAY }],
  newConversation: [{ points: 30, duration: HOUR }],
  block: [{ points: 60, duration: HOUR }],
  report: [{ points: 20, duration: HOUR }],
  message: [
    { points: 20, duration: 2 },
    { points: 60, duration: MINUTE },
  ],
  pushSubscription: [{ points: 60, duration: HOUR }],
  /** What is rare takes several calls to find in a long history. */
  searchMessages: [{ points: 120, duration: MINUTE }],
  archive: [{ points: 10, duration: 15 * MINUTE }],
  eventsOfOneSocket: [{ points: 60, duration: 2 }],
} as const satisfies Record<string, readonly Rate[]>;
type RateName = keyof typeof RATES;

/** What is counted beside the number of calls. */
const CALLS: Record<string, RateName> = {
  'post /api/listings': 'newListing',
  'post /api/wtb-listings': 'newWanted',
  'post /api/uploads/listings': 'upload',
  'post /api/auth/user/profile-image': 'upload',
  'post /api/conversations/:id/images': 'upload',
  'patch /api/listings/:id/bump': 'bump',
  'put /api/wtb-listings/:id/bump': 'bump',
  'patch /api/listings/:id/discount': 'discountOfOneItem',
  'post /api/conversations': 'newConversation',
  'put /api/blocks/:userId': 'block',
  'post /api/reports': 'report',
  'post /api/messages': 'message',
  'patch /api/messages/:id': 'message',
  'delete /api/messages/:id': 'message',
  'put /api/notifications/subscription': 'pushSubscription',
  'get /api/messages/search': 'searchMessages',
  'get /api/auth/export': 'archive',
};
const REQUESTS: Partial<Record<RequestName, RateName>> = {
  'message:send': 'message',
  'message:edit': 'message',
  'message:unsend': 'message',
};

/** The conversation was there before: nothing has been started. */
const isNothingNew = (rate: RateName, status: number) => rate === 'newConversation' && status === 200;

interface Call {
  method: string;
  path: string;
  personId: string | undefined;
  /** Whom a visitor's calls are counted by. */
  address: string;
  itemId: string | undefined;
}

export interface Limits {
  /**
   * Counts a call of the REST contract.
   * @returns what to do with its status: a call that was refused has used nothing up.
   * @throws rate_limited
   */
  call(call: Call): Promise<(status: number) => Promise<void>>;
  /** Counts a request of the hub against the same budgets as the calls. @throws rate_limited */
  request(name: RequestName, personId: string): Promise<void>;
  /** Counts whatever arrives on a socket. @throws rate_limited */
  event(socketId: string): Promise<void>;
}

function refuse(msBeforeNext: number): never {
  const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const minutes = Math.ceil(retryAfter / 60);
  const wait =
    retryAfter < 60 ? `${retryAfter} seconds` : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  throw new AppError('rate_limited', `That was too much at once. Please try again in ${wait}.`, {
    retryAfter,
  });
}

type SharedCounter = Pick<Redis, 'client' | 'isAnswering'>;

/** One budget, shared through Redis where there is one; while that does not answer, each node counts for itself. */
function createLimiter(name: string, { points, duration }: Rate, redis: SharedCounter | undefined) {
  const own = new RateLimiterMemory({ keyPrefix: `${name}/${duration}`, points, duration });
  // A socket lives on one node.
  if (!redis || name === 'eventsOfOneSocket') return own;
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
    consume: (key: string) => present().consume(key),
    reward: (key: string) => present().reward(key),
  };
}

/** Budgets of people and addresses. @param onRefused hears the name of each that was spent */
export function createLimits(
  redis?: SharedCounter,
  onRefused: (name: string) => void = () => undefined,
): Limits {
  const budgets = new Map(
    Object.entries(RATES).map(([name, rates]) => [
      name,
      rates.map((rate) => ({ points: rate.points, limiter: createLimiter(name, rate, redis) })),
    ]),
  );
  const budgetOf = (name: RateName) => budgets.get(name) ?? [];

  async function take(name: RateName, key: string): Promise<void> {
    for (const { points, limiter } of budgetOf(name)) {
      // It rejects with the state of the budget when that is spent.
      const state: unknown = await limiter.consume(key).catch((spent: unknown) => spent);
      if (!(state instanceof RateLimiterRes)) throw state;
      if (state.consumedPoints <= points) continue;
      onRefused(name);
      refuse(state.msBeforeNext);
    }
  }

  async function giveBack(name: RateName, key: string): Promise<void> {
    for (const { limiter } of budgetOf(name)) await limiter.reward(key);
  }

  return {
    async call({ method, path, personId, address, itemId }) {
      await (personId === undefined ? take('callsOfVisitor', address) : take('callsOfMember', personId));
      const rate = CALLS[`${method} ${path}`];
      if (!rate || personId === undefined) return async () => undefined;
      const key = rate === 'discountOfOneItem' ? `${itemId}` : personId;
      await take(rate, key);
      return async (status) => {
        if (status >= 400 || isNothingNew(rate, status)) await giveBack(rate, key);
      };
    },
    async request(name, personId) {
      const rate = REQUESTS[name];
      if (rate) await take(rate, personId);
    },
    event: (socketId) => take('eventsOfOneSocket', socketId),
  };
}

/** For load tests: nothing is counted. */
export const unlimited: Limits = {
  call: async () => async () => undefined,
  request: async () => undefined,
  event: async () => undefined,
};
