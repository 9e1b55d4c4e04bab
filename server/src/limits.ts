/// <reference path="./rate-limiter-flexible.d.ts" />
import type { RequestName } from '@selvedge/shared/realtime';
// Imported one by one: the package's index also loads its limiters for two dozen stores that are not used here.
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
  /** Visitors without a sign-in, by address. */
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
  /** Finding a rare word in a long history takes several calls. */
  searchMessages: [{ points: 120, duration: MINUTE }],
  archive: [{ points: 10, duration: 15 * MINUTE }],
  eventsOfOneSocket: [{ points: 60, duration: 2 }],
  /** Across a person's sockets on one node: opening more of them brings no more. */
  eventsOfOnePerson: [{ points: 300, duration: 10 }],
} as const satisfies Record<string, readonly Rate[]>;
type RateName = keyof typeof RATES;

/** The budget that a call is charged to, besides the one of calls in general. */
const CALLS: Record<string, RateName> = {
  'post /api/listings': 'newListing',
  'post /api/wtb-listings': 'newWanted',
  'post /api/uploads/listings': 'upload',
  'post /api/auth/user/profile-image': 'upload',
  'post /api/conversations/:id/images': 'upload',
  'patch /api/listings/:id/bump': 'bump',
  'put /api/wtb-listings/:id/bump': 'bump',
  'patch /api/listings/:id/discount': 'discountOfOneItem',
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

/** Budgets that are not shared through Redis: the sockets that they count are on this node alone. */
const OF_ONE_NODE: readonly string[] = ['eventsOfOneSocket', 'eventsOfOnePerson'] satisfies RateName[];

/** How many sockets one person may have on one node: more than anybody has windows. */
const SOCKETS_MAX = 50;

/** Whether a refused call gets its point back. A rejected upload does not: the work on it was done. */
const isGivenBack = (rate: RateName, status: number) =>
  status >= 400 && !(rate === 'upload' && [400, 413, 415].includes(status));

interface Call {
  method: string;
  path: string;
  personId: string | undefined;
  /** The address that a visitor's calls are counted by. */
  address: string;
  /** The id in the path, where the call is about one thing. */
  itemId: string | undefined;
}

export interface Limits {
  /**
   * Counts a call of the REST contract.
   * @returns what to call with the response's status: a call that was refused gets its point back.
   * @throws rate_limited
   */
  call(call: Call): Promise<(status: number) => Promise<void>>;
  /** Counts a call of a visitor without a sign-in, by address. @throws rate_limited */
  visit(address: string): Promise<void>;
  /** Counts a socket request against the same budgets as the calls. @throws rate_limited */
  request(name: RequestName, personId: string): Promise<void>;
  /** Counts the start of a conversation. @throws rate_limited */
  start(personId: string): Promise<void>;
  /** Counts whatever arrives on a socket. @throws rate_limited */
  event(socketId: string, personId: string): Promise<void>;
  /** Checked before a person opens another socket on this node. @param open how many they have. @throws rate_limited */
  socket(open: number): void;
}

/** A wait in its largest unit, rounded up so that nobody retries too early. */
function inWords(seconds: number): string {
  const [unit, length] = (
    [
      ['hour', HOUR],
      ['minute', MINUTE],
      ['second', 1],
    ] as const
  ).find(([, length]) => seconds >= length) ?? ['second', 1];
  const count = Math.ceil(seconds / length);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function refuse(msBeforeNext: number): never {
  const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000));
  throw new AppError(
    'rate_limited',
    `That was too much at once. Please try again in ${inWords(retryAfter)}.`,
    {
      retryAfter,
    },
  );
}

type SharedCounter = Pick<Redis, 'client' | 'isAnswering'>;

/** One budget, shared through Redis where there is one; while Redis does not answer, each node counts for itself. */
function createLimiter(name: string, { points, duration }: Rate, redis: SharedCounter | undefined) {
  const own = new RateLimiterMemory({ keyPrefix: `${name}/${duration}`, points, duration });
  if (!redis || OF_ONE_NODE.includes(name)) return own;
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
    delete: (key: string) => present().delete(key),
  };
}

/** The rate limits of people and addresses. @param onRefused is called with the name of each exhausted budget */
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
      // `consume` rejects with the state of the budget when that is exhausted.
      const state: unknown = await limiter.consume(key).catch((spent: unknown) => spent);
      if (!(state instanceof RateLimiterRes)) throw state;
      if (state.consumedPoints <= points) continue;
      onRefused(name);
      refuse(state.msBeforeNext);
    }
  }

  async function giveBack(name: RateName, key: string): Promise<void> {
    for (const { limiter } of budgetOf(name)) {
      const { consumedPoints } = await limiter.reward(key);
      // Unused budgets are dropped: some keys contain ids that callers make up, and would pile up.
      if (consumedPoints <= 0) await limiter.delete(key);
    }
  }

  const visit = (address: string) => take('callsOfVisitor', address);

  return {
    visit,
    async call({ method, path, personId, address, itemId }) {
      await (personId === undefined ? visit(address) : take('callsOfMember', personId));
      const rate = CALLS[`${method} ${path}`];
      if (!rate || personId === undefined) return async () => undefined;
      // Keyed by person and item: attempts on somebody else's item must not spend the owner's budget.
      const key = rate === 'discountOfOneItem' ? `${personId} ${itemId}` : personId;
      await take(rate, key);
      return async (status) => {
        if (isGivenBack(rate, status)) await giveBack(rate, key);
      };
    },
    async request(name, personId) {
      const rate = REQUESTS[name];
      if (rate) await take(rate, personId);
    },
    start: (personId) => take('newConversation', personId),
    async event(socketId, personId) {
      await take('eventsOfOneSocket', socketId);
      await take('eventsOfOnePerson', personId);
    },
    socket(open) {
      if (open < SOCKETS_MAX) return;
      onRefused('sockets');
      throw new AppError('rate_limited', 'You have this open too often. Please close some of it.', {
        retryAfter: MINUTE,
      });
    },
  };
}

/** No limits at all (RATE_LIMITS=off, for load tests). */
export const unlimited: Limits = {
  call: async () => async () => undefined,
  visit: async () => undefined,
  request: async () => undefined,
  start: async () => undefined,
  event: async () => undefined,
  socket: () => undefined,
};
