import { ownPath } from '@selvedge/shared/platform/next-path';
import type { Config } from '../../config.ts';

/** In characters; a longer path is ignored. */
const PATH_MAX = 2_000;

/**
 * The path on this site to open after the link in a sign-up mail.
 * @param requested a path or URL on this site; anything else yields null.
 */
export function nextPath(publicUrl: string, requested: string | undefined): string | null {
  if (requested === undefined || requested.length > PATH_MAX) return null;
  const { origin } = new URL(publicUrl);
  const path = ownPath(
    requested.startsWith(`${origin}/`) ? requested.slice(origin.length) : requested,
    origin,
  );
  return path === '/' ? null : path;
}

/**
 * Where a mailed link leads after its page: a path on this site, or a URL on a site in REDIRECT_ALLOW. The
 * requested page must be listed there, without its query, which cannot be listed.
 * @param asked as for `nextPath`, or a page of an allowed site whose `next` parameter is the path to open
 * @returns null for anything else
 */
export function linkTarget(
  { publicUrl, identity }: Pick<Config, 'publicUrl' | 'identity'>,
  asked: string | undefined,
): string | null {
  if (asked === undefined || asked.length > PATH_MAX || !URL.canParse(asked))
    return nextPath(publicUrl, asked);
  // Compares parsed URLs and returns the allowed origin, so that no odd spelling slips through.
  const { origin, pathname, username, password, searchParams } = new URL(asked);
  const allowed = identity.redirectAllow
    .map((address) => new URL(address))
    .find((page) => page.origin === origin && page.pathname === pathname);
  if (!allowed || username !== '' || password !== '' || allowed.origin === new URL(publicUrl).origin) {
    return nextPath(publicUrl, asked);
  }
  return allowed.origin + (ownPath(searchParams.get('next'), allowed.origin) ?? '/');
}

/** The site that a link's target is on, if it is not this one. */
export const siteOf = (target: string | null): string | null =>
  target === null || target.startsWith('/') ? null : new URL(target).origin;

/**
 * The sign-in page of the site that a link's target is on.
 * @param path the page's path, whose query says what has happened
 */
export const onSite = (target: string | null, path: string): string => (siteOf(target) ?? '') + path;

/** The path of a link's target, without its site; null for the home page. */
export function pathOf(target: string | null): string | null {
  const path = target?.slice(siteOf(target)?.length ?? 0) ?? '/';
  return path === '/' ? null : path;
}

/**
 * Adds an e-mail address to a path, to fill the form there. It goes into the fragment, which browsers never
 * send, so that it appears in no log.
 */
export const withEmail = (path: string, email: string): string =>
  `${path}#email=${encodeURIComponent(email)}`;

/**
 * The path of the sign-in page after an address was confirmed; signing in then opens `next`.
 * @param email fills the form; see `withEmail`
 */
export function confirmedPath(next: string | null, email?: string): string {
  const query = next === null ? '' : `&next=${encodeURIComponent(next)}`;
  const path = `/login?verified=1${query}`;
  return email === undefined ? path : withEmail(path, email);
}
