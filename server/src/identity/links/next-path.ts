import { ownPath } from '@selvedge/shared/next-path';

/** In characters; a longer path is ignored. */
const PATH_MAX = 2_000;

/**
 * The path of this site to open after the link in a sign-up mail.
 * @param requested a path of this site, or a URL on it; anything else yields null.
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
 * The sign-in page after an address was confirmed, which leads on to `next`.
 * @param email prefills the form. It is in the fragment, which browsers do not send to servers, so that no
 * log contains it.
 */
export function confirmedPath(next: string | null, email?: string): string {
  const query = next === null ? '' : `&next=${encodeURIComponent(next)}`;
  return `/login?verified=1${query}${email === undefined ? '' : `#email=${encodeURIComponent(email)}`}`;
}
