import { isLoopbackHost } from '../core/ip-address.ts';

/**
 * Whether a request with this `Origin` comes from our own pages, or from outside a browser. All loopback names are
 * equivalent.
 */
export function isOwnOrigin(origin: string | undefined, publicUrl: string): boolean {
  if (origin === undefined || origin === publicUrl) return true;
  if (!URL.canParse(origin)) return false;
  const [theirs, ours] = [new URL(origin), new URL(publicUrl)];
  return (
    theirs.protocol === ours.protocol &&
    theirs.port === ours.port &&
    isLoopbackHost(theirs.hostname) &&
    isLoopbackHost(ours.hostname)
  );
}
