import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { formatWait, rateLimitText } from '../platform/core/format-wait.ts';
import { subscriberOf } from '../platform/core/ip-address.ts';
import type { DeriveKey } from '../platform/core/secret.ts';
import type { Database } from '../platform/db/database.ts';
import { AuthError } from './auth-error.ts';
import { giveBackPoint, isKnownNetwork, takePoint } from './limit-queries.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const LIMITS = {
  signUpPerAddress: { points: 30, seconds: HOUR },
  /** Against guessing the secret of an invitation; right ones are refunded. */
  invitePerAddress: { points: 30, seconds: HOUR },
  verifyPerAddress: { points: 30, seconds: HOUR },
  flowPerAddress: { points: 60, seconds: 5 * MINUTE },
  /** The sign-in page asks for a challenge whenever it opens. */
  passkeyPerAddress: { points: 120, seconds: 5 * MINUTE },
  /** Against guessing: a code has a million values, three of which are valid at a time. */
  codePerAccount: { points: 10, seconds: 15 * MINUTE },
  /** Against guessing a mailed code, across all sessions of the account. */
  noncePerAccount: { points: 10, seconds: 15 * MINUTE },
  mailPerAddress: { points: 30, seconds: HOUR },
  passwordPerAddress: { points: 60, seconds: 5 * MINUTE },
  /** Never refunded: each attempt costs two hashes, whatever its result. */
  newPasswordPerAccount: { points: 10, seconds: 15 * MINUTE },
  /** Wrong passwords from a network on which the account's owner has been, whatever others do. */
  failurePerKnownNetwork: { points: 10, seconds: 15 * MINUTE },
  failurePerNetwork: { points: 10, seconds: HOUR },
  // All other networks: under a thousand tries in any 24 hours, which touch up to seven windows. It takes
  // four networks at work to keep the owner out on a new one.
  failurePerStrangers: { points: 140, seconds: 4 * HOUR },
  deletionPerAccount: { points: 10, seconds: 15 * MINUTE },
  /** Mails to one mailbox per requesting network address, so that strangers cannot use up the owner's. */
  mailPerMinute: { points: 1, seconds: MINUTE },
  mailPerHour: { points: 5, seconds: HOUR },
  /** Codes mailed to a signed-in member, counted separately from mails that strangers can cause. */
  nonceMailPerMinute: { points: 1, seconds: MINUTE },
  nonceMailPerHour: { points: 5, seconds: HOUR },
  /** Against guessing with a stolen access token; apart from sign-ins, whose limit strangers can use up. */
  proofPerAccount: { points: 10, seconds: 15 * MINUTE },
  /** Mails to one mailbox from all network addresses together, so that it cannot be flooded. */
  mailboxPerHour: { points: 20, seconds: HOUR },
} as const;
type Limit = keyof typeof LIMITS;
type Counted = [Limit, string];

/** After this many wrong passwords by strangers, each further one is checked only after a delay. */
const UNDELAYED = 10;
const DELAY_MS = 1_000;

const tooManyFailures = (seconds: number) =>
  `Too many failed attempts. Please try again in ${formatWait(seconds)}.`;
// A password reset by mail makes the network a known one.
const tooManyByStrangers = (seconds: number) =>
  `${tooManyFailures(seconds)} Or reset your password by e-mail to sign in now.`;
const MESSAGES: Partial<Record<Limit, (seconds: number) => string>> = {
  failurePerKnownNetwork: tooManyFailures,
  failurePerNetwork: tooManyByStrangers,
  failurePerStrangers: tooManyByStrangers,
  deletionPerAccount: tooManyFailures,
  proofPerAccount: tooManyFailures,
};

function refusal(limit: Limit, endsAt: Date): AuthError {
  const seconds = Math.max(1, Math.ceil((endsAt.getTime() - Date.now()) / 1000));
  const code = /mail/i.test(limit) ? 'over_email_send_rate_limit' : 'over_request_rate_limit';
  const message = MESSAGES[limit]?.(seconds) ?? rateLimitText(seconds);
  return new AuthError(429, code, message, {}, seconds);
}

/** Rate limits counted in the database: all processes share them, and a restart does not reset them. */
export function createLimits(
  db: Database,
  deriveKey: DeriveKey,
  isOn: boolean,
  onRefused: (name: string) => void = () => undefined,
) {
  const secret = deriveKey('limits');
  // A keyed hash, so that the database does not reveal who is counted.
  const keyOf = (limit: Limit, subject: string) =>
    createHmac('sha256', secret).update(`${limit} ${subject}`).digest('base64url');

  /** Takes a point of each limit, up to the first that has none left. @returns how many of the last one are taken */
  async function takeEach(counted: Counted[]): Promise<number> {
    if (!isOn) return 0;
    let last = 0;
    const exceeded = await db.transact(async (tx) => {
      for (const [limit, subject] of counted) {
        const { points, seconds } = LIMITS[limit];
        const taken = await takePoint(tx, keyOf(limit, subject), seconds * 1000);
        last = taken?.points ?? 0;
        if (taken && last > points) return { limit, endsAt: taken.endsAt };
      }
      return null;
    });
    if (!exceeded) return last;
    onRefused(exceeded.limit);
    throw refusal(exceeded.limit, exceeded.endsAt);
  }
  const take = async (...counted: Counted): Promise<void> => void (await takeEach([counted]));
  async function refundEach(counted: Counted[]): Promise<void> {
    if (!isOn) return;
    await db.transact(async (tx) => {
      for (const [limit, subject] of counted) await giveBackPoint(tx, keyOf(limit, subject));
    });
  }
  const refund = (...counted: Counted): Promise<void> => refundEach([counted]);

  return {
    /** Takes a point of a limit. @throws AuthError 429 when none is left. */
    take,
    /**
     * Counts a password attempt by anyone before it is made, so that parallel ones cannot exceed the limit.
     * Networks that the owner has used have their own allowance, so that strangers cannot keep the owner out.
     * @returns refunds the attempt. @throws AuthError 429
     */
    async takePassword(email: string, address: string): Promise<() => Promise<void>> {
      if (isOn && (await db.read((conn) => isKnownNetwork(conn, email, address)))) {
        const own = `${address} ${email}`;
        await take('failurePerKnownNetwork', own);
        return () => refund('failurePerKnownNetwork', own);
      }
      const counted: Counted[] = [
        ['failurePerNetwork', `${subscriberOf(address)} ${email}`],
        ['failurePerStrangers', email],
      ];
      if ((await takeEach(counted)) > UNDELAYED) await pause(DELAY_MS);
      return () => refundEach(counted);
    },
    /** Counts an attempt at a password by a signed-in member. @returns refunds it. @throws AuthError 429 */
    async takeProof(email: string): Promise<() => Promise<void>> {
      await take('proofPerAccount', email);
      return () => refund('proofPerAccount', email);
    },
    /** Counts a mail to a mailbox, whether or not it has an account. @throws AuthError 429 */
    async takeMail(email: string, address: string): Promise<void> {
      const asked = `${subscriberOf(address)} ${email}`;
      await take('mailPerMinute', asked);
      await take('mailPerHour', asked);
      await take('mailboxPerHour', email).catch(async (refusal: unknown) => {
        // Strangers on many networks must not use up the limit of the owner, who usually has used this one before.
        if (!(await db.read((conn) => isKnownNetwork(conn, email, address)))) throw refusal;
      });
    },
    refund,
  };
}
export type Limits = ReturnType<typeof createLimits>;
