import type { Hono } from 'hono';
import type { Env } from '../endpoint.ts';
import { notFound } from '../errors.ts';
import { isMediaKey, isPortraitKey } from './media-key.ts';
import type { MediaStore } from './media-store.ts';
import { mediaUrl } from './media-url.ts';

const HEADERS = {
  // A key never names other bytes.
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
};

const names = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));

/** Serves the stored pictures to everybody under `/media/`. */
export function serveMedia(app: Hono<Env>, store: MediaStore): void {
  app.get(mediaUrl('*'), async (c) => {
    // Decoded by now, and never again.
    const key = c.req.path.slice(mediaUrl('').length);
    const file = isMediaKey(key) ? await store.read(key) : null;
    if (!file) throw notFound('There is no such picture.');
    const etag = `"${key.slice(key.lastIndexOf('/') + 1, key.lastIndexOf('.'))}"`;
    const type = isPortraitKey(key) ? 'image/png' : 'image/webp';
    const isKnown = names(c.req.header('if-none-match') ?? '', etag);
    if (isKnown || c.req.method === 'HEAD') await file.body.cancel();
    if (isKnown) return c.body(null, 304, { ...HEADERS, ETag: etag });
    const headers = { ...HEADERS, ETag: etag, 'Content-Type': type, 'Content-Length': String(file.size) };
    return c.req.method === 'HEAD' ? c.body(null, 200, headers) : c.body(file.body, 200, headers);
  });
}
