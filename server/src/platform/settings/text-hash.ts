import { createHash } from 'node:crypto';

/** The hash by which a text is named in a consent: SHA-256 in hex. */
export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
