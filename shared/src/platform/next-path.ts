/**
 * A path within this origin, or null. `//host` and `/\host` lead to other sites, and so may paths whose
 * control characters a browser strips.
 */
export function ownPath(next: string | null | undefined, origin: string): string | null {
  if (!next?.startsWith('/')) return null;
  const url = URL.canParse(next, origin) ? new URL(next, origin) : null;
  if (!url || url.origin !== origin || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}
