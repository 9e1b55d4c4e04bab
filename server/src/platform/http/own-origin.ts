import { isLoopbackHost } from '../core/ip-address.ts';

/** Outside a browser there is no `Origin`. All loopback names are equivalent. */
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
