import { createHmac, timingSafeEqual } from 'node:crypto';
import { mediaUrl } from '../core/media-url.ts';
import { widestKey } from './media-key.ts';

/** URLs stay the same for this long, so that a browser can reuse a picture; milliseconds. */
const WINDOW_MS = 150_000;

/** Signed URLs of private pictures: each is for one member, and expires within five minutes. */
export interface PrivateUrls {
  /** @returns the URL of the widest variant; its query also opens the other variants. */
  urlFor(key: string, viewerId: string, now?: number): string;
  /** Whether a URL with this query opens the picture, whichever member it is for. */
  opens(key: string, query: Record<string, string>, now?: number): boolean;
}

export function createPrivateUrls(secret: Uint8Array): PrivateUrls {
  const sign = (key: string, viewerId: string, until: string): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([widestKey(key), viewerId, until]))
      .digest('base64url');
  return {
    urlFor(key, viewerId, now = Date.now()) {
      // Expires at the end of the next window, so after at least one window and at most two.
      const until = String((Math.floor(now / WINDOW_MS) + 2) * WINDOW_MS);
      const query = new URLSearchParams({ for: viewerId, until, sign: sign(key, viewerId, until) });
      return `${mediaUrl(key)}?${query}`;
    },
    opens(key, { for: viewerId = '', until = '', sign: given = '' }, now = Date.now()) {
      const [expected, actual] = [sign(key, viewerId, until), given].map((text) => Buffer.from(text));
      if (!expected || !actual || expected.length !== actual.length) return false;
      return timingSafeEqual(expected, actual) && now < Number(until);
    },
  };
}
