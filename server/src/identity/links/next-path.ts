import { ownPath } from '@selvedge/shared/platform/next-path';
import type { Config } from '../../config.ts';

/** In characters; a longer path is ignored. */
const PATH_MAX = 2_000;

/** The page of a sign-up mail's link as a path; null unless it is a path or URL on this site. */
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
 * Where a mailed link leads after its page: a path on this site, or the `next` path on the site of a page
 * in REDIRECT_ALLOW; null for anything else. The page's query is ignored: it cannot be listed.
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
export function siteOf(target: string | null): string | null {
  return target === null || target.startsWith('/') ? null : new URL(target).origin;
}

/** A page of the site that a link's target is on; the query of `path` says what has happened. */
export function onSite(target: string | null, path: string): string {
  return (siteOf(target) ?? '') + path;
}

/** The path of a link's target, without its site; null for the home page. */
export function pathOf(target: string | null): string | null {
  const path = target?.slice(siteOf(target)?.length ?? 0) ?? '/';
  return path === '/' ? null : path;
}

/** Fills the form through the fragment, which browsers never send, so that the address appears in no log. */
export function withEmail(path: string, email: string): string {
  return `${path}#email=${encodeURIComponent(email)}`;
}

/** The sign-in page after an address was confirmed; signing in then opens `next`. */
export function confirmedPath(next: string | null, email?: string): string {
  const query = next === null ? '' : `&next=${encodeURIComponent(next)}`;
  const path = `/login?verified=1${query}`;
  return email === undefined ? path : withEmail(path, email);
}
