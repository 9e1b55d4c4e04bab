const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a request with this `Origin` comes from the product's own pages, or from no page at all, as a script's does.
 * On one's own machine the loopback names mean the same place.
 */
export function isOwnOrigin(origin: string | undefined, publicUrl: string): boolean {
  if (origin === undefined || origin === publicUrl) return true;
  if (!URL.canParse(origin)) return false;
  const [theirs, ours] = [new URL(origin), new URL(publicUrl)];
  return (
    theirs.protocol === ours.protocol &&
    theirs.port === ours.port &&
    LOOPBACK.includes(theirs.hostname) &&
    LOOPBACK.includes(ours.hostname)
  );
}
