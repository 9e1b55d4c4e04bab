import { createHash, timingSafeEqual } from 'node:crypto';
import type { SetupLink } from './queries.ts';

const digest = (key: string): Buffer => createHash('sha256').update(key).digest();

/** The hash under which a link is stored; its key is random, so a plain hash cannot be reversed. */
export function hashKey(key: string): string {
  return digest(key).toString('base64url');
}

/** The link with this key, compared in constant time. */
export function linkWith(links: SetupLink[], key: string): SetupLink | undefined {
  const hash = digest(key);
  return links.find((link) => timingSafeEqual(Buffer.from(link.hash, 'base64url'), hash));
}
