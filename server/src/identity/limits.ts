import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AuthError } from './auth-error.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How often each thing may be done, and by whom it is counted. */
const LIMITS = {
  signUpPerAddress: { points: 30, duration: HOUR },
  verifyPerAddress: { points: 30, duration: HOUR },
  passwordPerAddress: { points: 60, duration: 5 * MINUTE },
  failurePerAccount: { points: 10, duration: 15 * MINUTE },
  mailPerMinute: { points: 1, duration: MINUTE },
  mailPerHour: { points: 5, duration: HOUR },
} as const;
type Limit = keyof typeof LIMITS;

const MESSAGES: Partial<Record<Limit, string>> = {
  failurePerAccount: 'Too many failed attempts. Please try again later.',
};

/** Counts what people do, in this process. A spent limit throws 429 with the wait. */
export function createLimits(isOn: boolean) {
  const limiters = new Map(
    Object.entries(LIMITS).map(([name, limit]) => [
      name,
      new RateLimiterMemory({ keyPrefix: name, ...limit }),
    ]),
  );
  const limiter = (limit: Limit) => {
    const found = limiters.get(limit);
    if (!found) throw new Error(`no limit ${limit}`);
    return found;
  };

  const refuse = (limit: Limit, msBeforeNext: number): never => {
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
    const code = limit.startsWith('mail') ? 'over_email_send_rate_limit' : 'over_request_rate_limit';
    const message = MESSAGES[limit] ?? `Too many requests. Please try again in ${seconds} seconds.`;
    throw new AuthError(429, code, message, {}, seconds);
  };

  return {
    /** Takes one of what is left. @throws AuthError 429 when nothing is. */
    async take(limit: Limit, key: string): Promise<void> {
      if (!isOn) return;
      const result = await limiter(limit)
        .consume(key)
        .catch((rejected: unknown) => rejected);
      if (result instanceof RateLimiterRes && result.consumedPoints > LIMITS[limit].points) {
        refuse(limit, result.msBeforeNext);
      }
    },
    /** Whether something is left; takes nothing. @throws AuthError 429 when nothing is. */
    async check(limit: Limit, key: string): Promise<void> {
      if (!isOn) return;
      const result = await limiter(limit).get(key);
      if (result && result.consumedPoints >= LIMITS[limit].points) refuse(limit, result.msBeforeNext);
    },
  };
}
export type Limits = ReturnType<typeof createLimits>;
