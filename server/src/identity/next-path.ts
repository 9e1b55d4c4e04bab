import { ownPath } from '@selvedge/shared/next-path';

/** Characters; a longer one is none. */
const LONGEST = 2_000;

/**
 * Where somebody who follows the link in a sign-up mail wanted to go.
 * @param asked a path of this site, or an address on it; anything else leads nowhere in particular: null.
 */
export function nextPath(publicUrl: string, asked: string | undefined): string | null {
  if (asked === undefined || asked.length > LONGEST) return null;
  const { origin } = new URL(publicUrl);
  const path = ownPath(asked.startsWith(`${origin}/`) ? asked.slice(origin.length) : asked, origin);
  return path === '/' ? null : path;
}

/** The sign-in page after an address was confirmed, which goes on from there. */
export const confirmedPath = (next: string | null): string =>
  `/login?verified=1${next === null ? '' : `&next=${encodeURIComponent(next)}`}`;
