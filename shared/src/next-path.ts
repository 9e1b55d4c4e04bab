/**
 * A path of the site with this origin, or none. `//host` and `/\host` name other sites, and so may what a browser makes
 * of control characters.
 */
export function ownPath(next: string | null | undefined, origin: string): string | null {
  if (!next?.startsWith('/')) return null;
  const url = URL.canParse(next, origin) ? new URL(next, origin) : null;
  if (!url || url.origin !== origin || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}
