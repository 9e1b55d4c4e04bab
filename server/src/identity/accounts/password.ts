import { graphemes } from '@selvedge/shared/platform/format';
import { createSemaphore } from '../../platform/core/semaphore.ts';
import { AuthError } from '../auth-error.ts';
import { isCommonPassword } from './common-passwords.ts';

const PASSWORD_MAX = 128;
// In UTF-16 units; a visible character rarely takes more than eleven. Longer ones are rejected unnormalized:
// stacked accents take quadratic time, which would block the event loop.
const PASSWORD_MAX_UNITS = 16 * PASSWORD_MAX;
// OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane.
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CONCURRENCY = 2;
const QUEUE_MAX = 50;
const BUSY_RETRY_SECONDS = 5;

// Prevents a storm of sign-ins from occupying the whole thread pool, which chat and photos need, too.
const withPermit = createSemaphore(CONCURRENCY, (waiting) => {
  if (waiting < QUEUE_MAX) return;
  throw new AuthError(
    503,
    'unexpected_failure',
    'Too many people are signing in. Please try again.',
    {},
    BUSY_RETRY_SECONDS,
  );
});

const isTooLong = (password: string) => password.length > PASSWORD_MAX_UNITS;
const normalize = (password: string) => password.normalize('NFC');

/** A salt that no stored hash uses, so that a check without a stored hash takes just as long. */
const NO_SALT = Buffer.alloc(16);

/** The costs and salt of a stored hash of the form `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
function optionsOf(stored: string) {
  const [, , , costs = '', salt = ''] = stored.split('$');
  const [memoryCost = 0, timeCost = 0, parallelism = 0] = (costs.match(/\d+/g) ?? []).map(Number);
  return { memoryCost, timeCost, parallelism, salt: Buffer.from(salt, 'base64') };
}

/** Loaded on first use: native code that only passwords need. */
const argon2 = () => import('@node-rs/argon2');

/** @param beside a stored hash whose salt and costs to reuse: one hash is then compared with both */
export function hashPassword(password: string, beside: string | null = null): Promise<string> {
  return withPermit(async () =>
    (await argon2()).hash(normalize(password), beside === null ? ARGON2 : optionsOf(beside)),
  );
}

/**
 * The indexes of the stored hashes that match. Hashes exactly once, even with nothing to compare with, so
 * that the time reveals nothing. A stored hash whose salt differs from the first one's never matches.
 */
export function findPassword(password: string, stored: (string | null)[]): Promise<number[]> {
  return withPermit(async () => {
    const { hash } = await argon2();
    // No stored password is empty, so the hash of an empty text matches none.
    const text = isTooLong(password) ? '' : normalize(password);
    const first = stored.find((candidate) => candidate !== null) ?? null;
    const hashed = await hash(text, first === null ? { ...ARGON2, salt: NO_SALT } : optionsOf(first));
    return stored.flatMap((candidate, index) => (candidate === hashed ? index : []));
  });
}

/** Whether a password matches a stored hash. Without a hash it takes just as long and returns false. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  return (await findPassword(password, [stored])).length > 0;
}

const weak = (message: string, reasons: string[]) =>
  new AuthError(422, 'weak_password', message, { weak_password: { reasons } });

/** Checks the length, and against common passwords; no composition rules. @throws weak_password */
export async function checkStrength(password: string, min: number): Promise<void> {
  const tooLong = () => weak(`Password should be at most ${PASSWORD_MAX} characters.`, ['length']);
  if (isTooLong(password)) throw tooLong();
  const text = normalize(password);
  const length = graphemes(text, PASSWORD_MAX + 1);
  if (length > PASSWORD_MAX) throw tooLong();
  const isCommon = await isCommonPassword(text);
  if (length < min) {
    const reasons = isCommon ? ['length', 'pwned'] : ['length'];
    throw weak(`Password should be at least ${min} characters.`, reasons);
  }
  if (isCommon) {
    throw weak('This password is common and easy to guess. Please choose a different one.', ['pwned']);
  }
}
