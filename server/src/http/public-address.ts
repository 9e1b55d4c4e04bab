import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../core/ip-address.ts';

// Top-level names that never leave a machine or network (RFC 6761, RFC 6762, and ICANN's reserved names).
const LOCAL_NAMES = new Set([
  'localhost',
  'local',
  'internal',
  'lan',
  'home',
  'arpa',
  'test',
  'invalid',
  'onion',
]);

/**
 * Whether the host of a URL may be on the public internet. Where a name leads is known only once it is resolved, but
 * some names never lead there.
 */
export function isPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  const labels = host.replace(/\.$/, '').split('.');
  return labels.length > 1 && !LOCAL_NAMES.has(labels.at(-1) ?? '');
}

/**
 * A DNS lookup for connections, which fails unless every address found is public. A host that is an IP address is never
 * looked up: `isPublicHost` checks those.
 */
export const lookUpPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, options, (error, found, family) => {
    const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
    const refused =
      error ?? (addresses.every(isPublicAddress) ? null : new Error(`${hostname} is no public address`));
    callback(refused, found, family);
  });
