import { ownPath } from '@selvedge/shared/next-path';

/** Characters; a longer path is ignored. */
const LONGEST = 2_000;

/**
 * The path of this site to which the link in a sign-up mail leads on.
 * @param asked a path of this site, or an address on it; for anything else the result is null.
 */
export function nextPath(publicUrl: string, asked: string | undefined): string | null {
  if (asked === undefined || asked.length > LONGEST) return null;
  const { origin } = new URL(publicUrl);
  const path = ownPath(asked.startsWith(`${origin}/`) ? asked.slice(origin.length) : asked, origin);
  return path === '/' ? null : path;
}

/**
 * The sign-in page after an address was confirmed, which leads on to `next`.
 * @param email fills the form. It is in the fragment, which browsers send to no server, so that no log gets it.
 */
export function confirmedPath(next: string | null, email?: string): string {
  const query = next === null ? '' : `&next=${encodeURIComponent(next)}`;
  return `/login?verified=1${query}${email === undefined ? '' : `#email=${encodeURIComponent(email)}`}`;
}
