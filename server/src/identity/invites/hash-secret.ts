import { createHash } from 'node:crypto';

/** The hash under which an invitation is stored; its secret is random, so a plain hash cannot be reversed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
