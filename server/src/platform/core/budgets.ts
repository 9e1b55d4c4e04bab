import type { ErrorCode } from '@selvedge/shared/platform/errors';
import { failuresText, strangersText, textLimitText } from './format-wait.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface Rate {
  points: number;
  /** Seconds. */
  duration: number;
  /** Counted separately per item: the `id` in the path. */
  perItem?: true;
}

export interface Budget {
  rates: readonly Rate[];
  /** Refused requests are refunded, except those with these codes, whose work was already done. */
  chargesRefusals?: readonly ErrorCode[];
  /** What a refusal says, by the seconds to wait. */
  textOf?: (seconds: number) => string;
  /** What these requests send is not stored, so it does not count as text. */
  storesNoText?: true;
  /** Runs one request per member at a time, with at most this many milliseconds of CPU a minute. */
  cpuMsPerMinute?: number;
}

export const CALLS = {
  callsOfVisitor: { rates: [{ points: 300, duration: MINUTE }] },
  callsOfMember: { rates: [{ points: 600, duration: MINUTE }] },
  /** REST calls, handshakes and socket requests of one API key, in addition to its owner's limits. */
  callsOfKey: { rates: [{ points: 300, duration: MINUTE }] },
  /** Milliseconds of decoding a member's pictures: about a thousand photos of a phone. */
  decodingOfMember: { rates: [{ points: 900_000, duration: DAY }] },
  /** Bytes of what a member writes, earlier versions included: far more than anyone types in a day. */
  textOfMember: { rates: [{ points: 2 * 1024 * 1024, duration: DAY }], textOf: textLimitText },
} as const satisfies Record<string, Budget>;

/** A third of a core: search and sync read many rows. */
const HEAVY_MS_PER_MINUTE = 20_000;

export const BUDGETS = {
  /** Cheap reads: only the general limits apply. */
  calls: { storesNoText: true, rates: [] },
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
  /** Editing, pricing, selling, removing: each is broadcast to every client. */
  itemChange: {
    rates: [
      { points: 30, duration: HOUR, perItem: true },
      { points: 300, duration: HOUR },
    ],
  },
  /** Enough photos for twenty listings. */
  upload: {
    rates: [{ points: 200, duration: HOUR }],
    // A full queue refuses the member who used the decoder most.
    chargesRefusals: ['invalid_input', 'too_large', 'unsupported_type', 'unavailable'],
  },
  preview: { storesNoText: true, rates: [{ points: 120, duration: MINUTE }] },
  proofCode: { rates: [{ points: 60, duration: HOUR }] },
  bump: { rates: [{ points: 20, duration: DAY }] },
  discount: { rates: [{ points: 5, duration: DAY, perItem: true }] },
  /** Opening a conversation; a new one also counts as `newConversation`. */
  openConversation: { rates: [{ points: 120, duration: MINUTE }] },
  newConversation: { rates: [{ points: 30, duration: HOUR }] },
  arrangeInbox: { rates: [{ points: 120, duration: MINUTE }] },
  message: {
    rates: [
      { points: 20, duration: 2 },
      { points: 60, duration: MINUTE },
    ],
  },
  /** Read cursors, delivery reports and unread counts: several a second while scrolling. */
  receipts: { storesNoText: true, rates: [{ points: 300, duration: MINUTE }] },
  typing: { storesNoText: true, rates: [{ points: 120, duration: MINUTE }] },
  /** Each open tab syncs once a minute, and all of them after a reconnect. */
  sync: {
    storesNoText: true,
    rates: [{ points: 120, duration: MINUTE }],
    cpuMsPerMinute: HEAVY_MS_PER_MINUTE,
  },
  /** Searching a long history for a rare word takes several calls. */
  search: {
    storesNoText: true,
    rates: [{ points: 120, duration: MINUTE }],
    cpuMsPerMinute: HEAVY_MS_PER_MINUTE,
  },
  saved: { storesNoText: true, rates: [{ points: 120, duration: MINUTE }] },
  savedSearch: { rates: [{ points: 120, duration: HOUR }] },
  /** Reading a file unpacks up to 400 MB. */
  closetFile: {
    storesNoText: true,
    rates: [{ points: 60, duration: HOUR }],
    chargesRefusals: ['invalid_input', 'too_large'],
  },
  dismissal: { storesNoText: true, rates: [{ points: 300, duration: HOUR }] },
  line: { rates: [{ points: 60, duration: HOUR }] },
  block: { rates: [{ points: 60, duration: HOUR }] },
  vouch: { rates: [{ points: 60, duration: HOUR }] },
  report: { rates: [{ points: 20, duration: HOUR }] },
  /** Reports without an account, by network address, and by the e-mail that each of them sends a mail to. */
  visitorReport: {
    rates: [
      { points: 5, duration: HOUR },
      { points: 10, duration: DAY },
    ],
  },
  visitorReportMail: { rates: [{ points: 3, duration: DAY }] },
  /** Against guessing the key of a set-up link; by address, because no member is signed in yet. */
  setup: { rates: [{ points: 200, duration: 15 * MINUTE }], chargesRefusals: ['not_found'] },
  adminAction: { rates: [{ points: 600, duration: HOUR }] },
  account: { rates: [{ points: 60, duration: HOUR }] },
  settings: { rates: [{ points: 120, duration: HOUR }] },
  webhook: { rates: [{ points: 120, duration: HOUR }] },
  pushSubscription: { rates: [{ points: 60, duration: HOUR }] },
  archive: { rates: [{ points: 10, duration: 15 * MINUTE }] },
  /** All sockets of a member renew their sessions at the same time. */
  renewal: { storesNoText: true, rates: [{ points: 120, duration: MINUTE }] },
} as const satisfies Record<string, Budget>;
export type BudgetName = keyof typeof BUDGETS;

/** Limits of frequent, cheap calls. Each node counts separately, without a round trip to Redis. */
export const NODE_LIMITS = {
  /** Files, by address: a page with a grid loads about eighty. */
  filesOfVisitor: { rates: [{ points: 3_000, duration: MINUTE }] },
  /** Socket handshakes, by address: a whole office may reconnect at once. */
  handshakesOfVisitor: { rates: [{ points: 600, duration: MINUTE }] },
  handshakesOfMember: { rates: [{ points: 120, duration: MINUTE }] },
  eventsOfOneSocket: { rates: [{ points: 60, duration: 2 }] },
  /** Across all of a member's sockets on one node, so opening more sockets does not raise the limit. */
  eventsOfOneMember: { rates: [{ points: 300, duration: 10 }] },
} as const satisfies Record<string, Budget>;

/** Limits of signing in, counted in the database: all processes share them, and a restart does not reset them. */
export const DURABLE_LIMITS = {
  signUpPerAddress: { rates: [{ points: 30, duration: HOUR }] },
  /** Against guessing the secret of an invitation; right ones are refunded. */
  invitePerAddress: { rates: [{ points: 30, duration: HOUR }] },
  verifyPerAddress: { rates: [{ points: 30, duration: HOUR }] },
  flowPerAddress: { rates: [{ points: 60, duration: 5 * MINUTE }] },
  /** The sign-in page asks for a challenge whenever it opens. */
  passkeyPerAddress: { rates: [{ points: 120, duration: 5 * MINUTE }] },
  /** Against guessing: a code has a million values, three of which are valid at a time. */
  codePerAccount: { rates: [{ points: 10, duration: 15 * MINUTE }] },
  /** Against guessing a mailed code, across all sessions of the account. */
  noncePerAccount: { rates: [{ points: 10, duration: 15 * MINUTE }] },
  mailPerAddress: { rates: [{ points: 30, duration: HOUR }] },
  passwordPerAddress: { rates: [{ points: 60, duration: 5 * MINUTE }] },
  /** Never refunded: each attempt costs two hashes, whatever its result. */
  newPasswordPerAccount: { rates: [{ points: 10, duration: 15 * MINUTE }] },
  /** Wrong passwords from a network on which the account's owner has been, whatever others do. */
  failurePerKnownNetwork: { rates: [{ points: 10, duration: 15 * MINUTE }], textOf: failuresText },
  failurePerNetwork: { rates: [{ points: 10, duration: HOUR }], textOf: strangersText },
  // All other networks: under a thousand tries in any 24 hours, which touch up to seven windows. It takes
  // four networks at work to keep the owner out on a new one.
  failurePerStrangers: { rates: [{ points: 140, duration: 4 * HOUR }], textOf: strangersText },
  deletionPerAccount: { rates: [{ points: 10, duration: 15 * MINUTE }], textOf: failuresText },
  /** Mails to one mailbox per requesting network address, so that strangers cannot use up the owner's. */
  mailPerMinute: { rates: [{ points: 1, duration: MINUTE }] },
  mailPerHour: { rates: [{ points: 5, duration: HOUR }] },
  /** Codes mailed to a signed-in member, counted separately from mails that strangers can cause. */
  nonceMailPerMinute: { rates: [{ points: 1, duration: MINUTE }] },
  nonceMailPerHour: { rates: [{ points: 5, duration: HOUR }] },
  /** Against guessing with a stolen access token; apart from sign-ins, whose limit strangers can use up. */
  proofPerAccount: { rates: [{ points: 10, duration: 15 * MINUTE }], textOf: failuresText },
  /** Mails to one mailbox from all network addresses together, so that it cannot be flooded. */
  mailboxPerHour: { rates: [{ points: 20, duration: HOUR }] },
} as const satisfies Record<string, Budget & { rates: readonly [Rate] }>;
