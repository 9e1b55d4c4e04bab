import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../platform/core/errors.ts';
import { subscriberOf } from '../platform/core/ip-address.ts';
import type { Limits as AllLimits, LimitName } from '../platform/core/limits.ts';
import type { Database } from '../platform/db/database.ts';
import { AuthError } from './auth-error.ts';
import { isKnownNetwork } from './limit-queries.ts';

/** After this many wrong passwords by strangers, each further one is checked only after a delay. */
const UNDELAYED = 10;
const DELAY_MS = 1_000;

export function createLimits(db: Database, { take: takePoint, refund }: Pick<AllLimits, 'take' | 'refund'>) {
  /** Takes a point of a limit. @returns how many are taken. @throws AuthError 429 when none is left. */
  const take = (limit: LimitName, subject: string): Promise<number> =>
    takePoint(limit, subject).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'rate_limited')) throw error;
      const code = /mail/i.test(limit) ? 'over_email_send_rate_limit' : 'over_request_rate_limit';
      throw new AuthError(429, code, error.message, {}, error.retryAfter);
    });

  return {
    take,
    refund,
    /**
     * Counts a password attempt by anyone before it is made, so that parallel ones cannot exceed the limit.
     * Networks that the owner has used have their own allowance, so that strangers cannot keep the owner out.
     * @returns refunds the attempt. @throws AuthError 429
     */
    async takePassword(email: string, address: string): Promise<() => Promise<void>> {
      if (await db.read((conn) => isKnownNetwork(conn, email, address))) {
        const own = `${address} ${email}`;
        await take('failurePerKnownNetwork', own);
        return () => refund('failurePerKnownNetwork', own);
      }
      const network = `${subscriberOf(address)} ${email}`;
      await take('failurePerNetwork', network);
      if ((await take('failurePerStrangers', email)) > UNDELAYED) await pause(DELAY_MS);
      return async () => {
        await refund('failurePerNetwork', network);
        await refund('failurePerStrangers', email);
      };
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
  };
}
export type Limits = ReturnType<typeof createLimits>;
