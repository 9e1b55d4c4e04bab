import { createHmac } from 'node:crypto';
import { formatWait, rateLimitText } from '../core/format-wait.ts';
import { subscriberOf } from '../core/ip-address.ts';
import type { Database } from '../db/database.ts';
import { AuthError } from './auth-error.ts';
import { giveBackPoint, hasSignedInFrom, takePoint } from './limit-queries.ts';
import type { DeriveKey } from './secret.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How often each action is allowed within the window; the names say what it is counted by. */
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
  failurePerAccount: { points: 10, seconds: 15 * MINUTE },
  /** Mails to one mailbox per requesting network address, so that strangers cannot use up the owner's. */
  mailPerMinute: { points: 1, seconds: MINUTE },
  mailPerHour: { points: 5, seconds: HOUR },
  /** Codes mailed to a signed-in member, counted separately from mails that strangers can cause. */
  nonceMailPerMinute: { points: 1, seconds: MINUTE },
  nonceMailPerHour: { points: 5, seconds: HOUR },
  /**
   * Against guessing the password with a stolen access token; separate from sign-ins, whose limit strangers
   * can use up.
   */
  proofPerAccount: { points: 10, seconds: 15 * MINUTE },
  /** Mails to one mailbox from all network addresses together, so that it cannot be flooded. */
  mailboxPerHour: { points: 20, seconds: HOUR },
} as const;
type Limit = keyof typeof LIMITS;

const tooManyFailures = (seconds: number) =>
  `Too many failed attempts. Please try again in ${formatWait(seconds)}.`;
const MESSAGES: Partial<Record<Limit, (seconds: number) => string>> = {
  failurePerAccount: tooManyFailures,
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

  async function take(limit: Limit, subject: string): Promise<void> {
    if (!isOn) return;
    const { points, seconds } = LIMITS[limit];
    const taken = await db.transact((tx) => takePoint(tx, keyOf(limit, subject), seconds * 1000));
    if (!taken || taken.points <= points) return;
    onRefused(limit);
    throw refusal(limit, taken.endsAt);
  }

  return {
    /** Takes a point of a limit. @throws AuthError 429 when none is left. */
    take,
    /**
     * Counts a mail to a mailbox, whether or not it has an account.
     * @param address the network address of the request
     * @throws AuthError 429
     */
    async takeMail(email: string, address: string): Promise<void> {
      const asked = `${subscriberOf(address)} ${email}`;
      await take('mailPerMinute', asked);
      await take('mailPerHour', asked);
      await take('mailboxPerHour', email).catch(async (refusal: unknown) => {
        // Strangers on many networks must not use up the limit of the owner, who usually has signed in from
        // this address before.
        if (!(await db.read((conn) => hasSignedInFrom(conn, email, address)))) throw refusal;
      });
    },
    /** Refunds the point of an attempt that succeeded. */
    async refund(limit: Limit, subject: string): Promise<void> {
      if (isOn) await db.transact((tx) => giveBackPoint(tx, keyOf(limit, subject)));
    },
  };
}
export type Limits = ReturnType<typeof createLimits>;
