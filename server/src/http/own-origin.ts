import { isLoopbackHost } from '../core/ip-address.ts';

/**
 * Whether a request with this `Origin` comes from the product's own pages, or from no page at all, as a script's does.
 * All loopback names mean the same machine.
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
