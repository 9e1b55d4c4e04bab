/**
 * Where a sign-in leads: a path of this site, or home. `//host` and `/\host` name other sites, and so may what a
 * browser makes of control characters.
 */
export function safeNextPath(next: string | null): string {
  if (!next?.startsWith('/')) return '/';
  const url = URL.canParse(next, location.origin) ? new URL(next, location.origin) : null;
  if (!url || url.origin !== location.origin || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}

/** The sign-in page that comes back to where one is. */
export const loginPath = (from: string): string => `/login?next=${encodeURIComponent(from)}`;
