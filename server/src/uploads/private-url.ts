import { createHmac, timingSafeEqual } from 'node:crypto';
import { widestKey } from './media-key.ts';
import { mediaUrl } from './media-url.ts';

/** A URL is the same for this long, so that whoever asks again can go on with what they have; milliseconds. */
const WINDOW_MS = 150_000;

/** URLs of pictures that not everybody may see: each for one person, and dead within five minutes. */
export interface PrivateUrls {
  /** @returns the URL of the widest variant; the others go by the same rest of it. */
  urlFor(key: string, viewerId: string, now?: number): string;
  /** Whether a URL with this query, made for whomever, opens the picture. */
  opens(key: string, query: Record<string, string>, now?: number): boolean;
}

/** @param secret signs who may see what until when; of 32 bytes. */
export function createPrivateUrls(secret: Uint8Array): PrivateUrls {
  const sign = (key: string, viewerId: string, until: string): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([widestKey(key), viewerId, until]))
      .digest('base64url');
  return {
    urlFor(key, viewerId, now = Date.now()) {
      // The end of the next window: at least one is left, and two at most.
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
