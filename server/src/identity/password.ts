import { graphemes } from '@selvedge/shared/format';
import { AuthError } from './auth-error.ts';
import { isCommonPassword } from './common-passwords.ts';

const PASSWORD_MAX = 128;
// OWASP's Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane.
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 2;
const QUEUE_MAX = 50;
const BUSY_RETRY_SECONDS = 5;

// Keeps a storm of sign-ins from taking every thread, which chat and photos need, too.
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= QUEUE_MAX) {
      throw new AuthError(
        503,
        'unexpected_failure',
        'Too many people sign in at once. Please try again.',
        {},
        BUSY_RETRY_SECONDS,
      );
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // The turn goes to whoever waits, without being free in between.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

const normalize = (password: string) => password.normalize('NFC');

const { memoryCost, timeCost, parallelism } = ARGON2;
/** A hash that no password has: checking against it takes as long as against a real one. */
const NO_HASH = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Native code that only a password needs, read with the first one. */
const argon2 = () => import('@node-rs/argon2');

export const hashPassword = (password: string): Promise<string> =>
  inTurn(async () => (await argon2()).hash(normalize(password), ARGON2));

/** Without a hash it takes as long, and says no. */
export const isPassword = (password: string, stored: string | null): Promise<boolean> =>
  inTurn(async () => {
    const { verify } = await argon2();
    return (await verify(stored ?? NO_HASH, normalize(password))) && stored !== null;
  });

/** @throws weak_password with its reasons. No rules of composition: length, and not a password that everybody tries. */
export async function checkStrength(password: string, min: number): Promise<void> {
  const length = graphemes(normalize(password));
  const reasons = [
    ...(length < min || length > PASSWORD_MAX ? ['length'] : []),
    ...((await isCommonPassword(normalize(password))) ? ['pwned'] : []),
  ];
  if (reasons.length === 0) return;
  const message =
    length < min
      ? `Password should be at least ${min} characters.`
      : length > PASSWORD_MAX
        ? `Password should be at most ${PASSWORD_MAX} characters.`
        : 'This password is known and easy to guess, please choose a different one.';
  throw new AuthError(422, 'weak_password', message, { weak_password: { reasons } });
}
