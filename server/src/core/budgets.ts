import type { ErrorCode } from '@selvedge/shared/errors';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface Rate {
  points: number;
  /** Seconds. */
  duration: number;
  /** Counted separately for each item: the `id` in the path. */
  perItem?: true;
}

/** How often one person may do something; of several rates, each applies. */
export interface Budget {
  rates: readonly Rate[];
  /** A refused request gets its point back, unless it was refused with one of these codes: the work was done. */
  chargesRefusals?: readonly ErrorCode[];
  /** One request of a person at a time, and at most this many milliseconds of CPU a minute for them. */
  cpuMsPerMinute?: number;
}

/** The limits of all calls in general, which each call is counted against besides its own budget. */
export const CALLS = {
  /** Visitors without a sign-in, by address. */
  callsOfVisitor: { rates: [{ points: 300, duration: MINUTE }] },
  callsOfMember: { rates: [{ points: 600, duration: MINUTE }] },
} as const satisfies Record<string, Budget>;

/** A third of a core at most: searches and catching up read many rows. */
const HEAVY_MS_PER_MINUTE = 20_000;

/** The budgets of calls and socket requests. Each names one when it is registered. */
export const BUDGETS = {
  /** Cheap reads: only the limit of calls in general. */
  calls: { rates: [] },
  newListing: {
    rates: [
      { points: 20, duration: HOUR },
      { points: 50, duration: DAY },
    ],
  },
  newWanted: {
    rates: [
      { points: 20, duration: HOUR },
      { points: 50, duration: DAY },
    ],
  },
  /** Editing, pricing, selling, removing: each is announced to everybody. */
  itemChange: {
    rates: [
      { points: 30, duration: HOUR, perItem: true },
      { points: 300, duration: HOUR },
    ],
  },
  /** Enough photos for twenty listings. */
  upload: {
    rates: [{ points: 200, duration: HOUR }],
    chargesRefusals: ['invalid_input', 'too_large', 'unsupported_type'],
  },
  bump: { rates: [{ points: 20, duration: DAY }] },
  discount: { rates: [{ points: 5, duration: DAY, perItem: true }] },
  /** Opening a conversation that exists; a new one is counted as `newConversation` besides. */
  openConversation: { rates: [{ points: 120, duration: MINUTE }] },
  newConversation: { rates: [{ points: 30, duration: HOUR }] },
  /** Archiving, muting, discarding. */
  arrangeInbox: { rates: [{ points: 120, duration: MINUTE }] },
  message: {
    rates: [
      { points: 20, duration: 2 },
      { points: 60, duration: MINUTE },
    ],
  },
  /** Read cursors, delivery reports and unread counts: several a second while somebody scrolls. */
  receipts: { rates: [{ points: 300, duration: MINUTE }] },
  typing: { rates: [{ points: 120, duration: MINUTE }] },
  /** Each open tab catches up once a minute, and all of them after a reconnect. */
  sync: { rates: [{ points: 120, duration: MINUTE }], cpuMsPerMinute: HEAVY_MS_PER_MINUTE },
  /** Finding a rare word in a long history takes several calls. */
  search: { rates: [{ points: 120, duration: MINUTE }], cpuMsPerMinute: HEAVY_MS_PER_MINUTE },
  block: { rates: [{ points: 60, duration: HOUR }] },
  report: { rates: [{ points: 20, duration: HOUR }] },
  adminAction: { rates: [{ points: 600, duration: HOUR }] },
  account: { rates: [{ points: 60, duration: HOUR }] },
  settings: { rates: [{ points: 120, duration: HOUR }] },
  pushSubscription: { rates: [{ points: 60, duration: HOUR }] },
  archive: { rates: [{ points: 10, duration: 15 * MINUTE }] },
  /** All sockets of a person renew their sessions at once. */
  renewal: { rates: [{ points: 120, duration: MINUTE }] },
} as const satisfies Record<string, Budget>;
export type BudgetName = keyof typeof BUDGETS;

/** Limits of what is frequent and cheap. Each node counts for itself, without a round trip to Redis. */
export const LOCAL = {
  /** Files by address: a grid page has some eighty. */
  filesOfVisitor: { rates: [{ points: 3_000, duration: MINUTE }] },
  /** Handshakes of sockets by address, before anything is known of the client; an office reconnects at once. */
  handshakesOfVisitor: { rates: [{ points: 600, duration: MINUTE }] },
  handshakesOfMember: { rates: [{ points: 120, duration: MINUTE }] },
  eventsOfOneSocket: { rates: [{ points: 60, duration: 2 }] },
  /** Across a person's sockets on one node: opening more of them brings no more. */
  eventsOfOnePerson: { rates: [{ points: 300, duration: 10 }] },
} as const satisfies Record<string, Budget>;
