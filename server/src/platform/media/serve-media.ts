import type { InstancePicture } from '@selvedge/shared/instance/instance-pictures';
import type { Context, Hono } from 'hono';
import { AppError, notFound } from '../core/errors.ts';
import { mediaUrl } from '../core/media-url.ts';
import type { Env } from '../http/endpoint.ts';
import { isInstanceKey, presentAddress } from './instance-key.ts';
import { createLinkPreviews } from './link-previews.ts';
import { cacheControlOf, mediaTypeOf, PRIVATE } from './media-headers.ts';
import { isChatImageKey, isMediaKey, sourceOfPreview } from './media-key.ts';
import type { MediaStore, StoredFile } from './media-store.ts';
import type { PrivateUrls } from './private-url.ts';
import type { Withheld } from './withheld.ts';

const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
};

const matchesEtag = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((value) => ['*', etag].includes(value.trim().replace(/^W\//, '')));

/** The addresses of the instance's pictures at this moment; empty for none. */
export type PresentPictures = () => Record<InstancePicture, string>;

interface MediaParts {
  store: MediaStore;
  urls: PrivateUrls;
  withheld: Pick<Withheld, 'has'>;
  present: PresentPictures;
}

/** Leads from an earlier logo or icon, as in an old mail, to the present one. @throws not_found without such a picture */
function toPresent(c: Context<Env>, key: string, present: PresentPictures): Response {
  const address = presentAddress(key, present());
  if (address === null || address === c.req.path) throw notFound('Picture not found');
  c.header('Cache-Control', 'no-cache');
  // Web mail shows the logo in mails, and browsers check this on the redirect, too.
  c.header('Cross-Origin-Resource-Policy', 'cross-origin');
  return c.redirect(address);
}

/** Pictures are public, except withheld ones and those of conversations, which need a signed URL. */
export function serveMedia(app: Hono<Env>, { store, urls, withheld, present }: MediaParts): void {
  const previewOf = createLinkPreviews(store);
  const readPreview = async (source: string): Promise<StoredFile | null> => {
    const body = await previewOf(source);
    return body && { size: body.byteLength, body };
  };
  app.get(mediaUrl('*'), async (c) => {
    // Hono has decoded the path; it must not be decoded again.
    const path = c.req.path.slice(mediaUrl('').length);
    const source = sourceOfPreview(path);
    const key = source ?? path;
    const isPrivate = isChatImageKey(key);
    if (isPrivate && !urls.opens(key, c.req.query())) {
      c.header('Cache-Control', PRIVATE);
      throw new AppError('forbidden', 'This link has expired.');
    }
    const isWithheld = isMediaKey(key) && (await withheld.has(key));
    const isServed = isMediaKey(key) && (!isWithheld || urls.opens(key, c.req.query()));
    const file = isServed ? await (source === null ? store.read(key) : readPreview(source)) : null;
    if (!file) return toPresent(c, key, present);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const etag = `"${source === null ? name.slice(0, name.lastIndexOf('.')) : name}"`;
    const headers: Record<string, string> = {
      // All headers in one record, which the adaptor writes directly: set through `c`, they took 30 µs.
      ...c.get('commonHeaders'),
      ...SECURITY_HEADERS,
      ...(isInstanceKey(key) && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
      'Cache-Control': isWithheld ? PRIVATE : cacheControlOf(key),
      // The characters of a key need no escaping.
      'Content-Disposition': `inline; filename="${name}"`,
      ETag: etag,
    };
    const isKnown = matchesEtag(c.req.header('if-none-match') ?? '', etag);
    const isHead = c.req.method === 'HEAD';
    if ((isKnown || isHead) && file.body instanceof ReadableStream) await file.body.cancel();
    if (isKnown) return new Response(null, { status: 304, headers });
    headers['Content-Type'] = source === null ? mediaTypeOf(key) : 'image/jpeg';
    headers['Content-Length'] = String(file.size);
    return new Response(isHead ? null : file.body, { headers });
  });
}
