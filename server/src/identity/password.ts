import { graphemes } from '@selvedge/shared/format';
import { AuthError } from './auth-error.ts';
import { isCommonPassword } from './common-passwords.ts';

const PASSWORD_MAX = 128;
/**
 * A character as people see it hardly takes more than eleven of these. Beyond it a password is not looked at: putting
 * stacked accents in order takes as long as the square of their number, and everybody's chat waits meanwhile.
 */
const PASSWORD_MAX_UNITS = 16 * PASSWORD_MAX;
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

const isTooLong = (password: string) => password.length > PASSWORD_MAX_UNITS;
const normalize = (password: string) => password.normalize('NFC');

/** A salt that no hash has: a password which there is none of is hashed with it, to take as long. */
const NO_SALT = Buffer.alloc(16);

/** With what a stored hash was made, as `$argon2id$v=19$m=19456,t=2,p=1$salt$hash` says it. */
function optionsOf(stored: string) {
  const [, , , costs = '', salt = ''] = stored.split('$');
  const [memoryCost = 0, timeCost = 0, parallelism = 0] = (costs.match(/\d+/g) ?? []).map(Number);
  return { memoryCost, timeCost, parallelism, salt: Buffer.from(salt, 'base64') };
}

/** Native code that only a password needs, read with the first one. */
const argon2 = () => import('@node-rs/argon2');

/** @param beside a hash with which this one will be looked for, and so shares its salt. */
export const hashPassword = (password: string, beside: string | null = null): Promise<string> =>
  inTurn(async () =>
    (await argon2()).hash(normalize(password), beside === null ? ARGON2 : optionsOf(beside)),
  );

/**
 * The places of those stored hashes that a password has. It is hashed once, however many there are, also where there is
 * none: so nobody learns from the time. One with another salt than the first is not found.
 */
export const findPassword = (password: string, stored: (string | null)[]): Promise<number[]> =>
  inTurn(async () => {
    const { hash } = await argon2();
    // Nobody's is empty, either.
    const text = isTooLong(password) ? '' : normalize(password);
    const first = stored.find((one) => one !== null) ?? null;
    const made = await hash(text, first === null ? { ...ARGON2, salt: NO_SALT } : optionsOf(first));
    return stored.flatMap((one, place) => (one === made ? place : []));
  });

/** Without a hash it takes as long, and says no. */
export const isPassword = async (password: string, stored: string | null): Promise<boolean> =>
  (await findPassword(password, [stored])).length > 0;

const weak = (message: string, reasons: string[]) =>
  new AuthError(422, 'weak_password', message, { weak_password: { reasons } });

/** @throws weak_password with its reasons. No rules of composition: length, and not a password that everybody tries. */
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
    throw weak('This password is known and easy to guess, please choose a different one.', ['pwned']);
  }
}
