import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** By this, and by the checksum, scanners for leaked secrets recognize a key. */
export const KEY_PREFIX = 'selvedge_';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
/** Enough for 32 bits. */
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^(${KEY_PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let n = 0; n < CHECKSUM_LENGTH; n += 1) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

/** A new key: the prefix, 178 random bits and the CRC32 of both, in base62. */
export function createKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62.charAt(randomInt(BASE62.length)));
  const start = KEY_PREFIX + random.join('');
  return start + checksumOf(start);
}

export function isApiKey(token: string): boolean {
  const [, start, checksum] = FORM.exec(token) ?? [];
  return start !== undefined && checksumOf(start) === checksum;
}

// Unsalted: nobody guesses 178 random bits.
export function hashOfKey(key: string): string {
  return hash('sha256', key, 'base64url');
}
