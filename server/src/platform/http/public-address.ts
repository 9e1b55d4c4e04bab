import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../core/ip-address.ts';

// Top-level domains that are local to a machine or network (RFC 6761, RFC 6762, reserved by ICANN).
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

/** Refuses names that are always local; others must be resolved to find out. */
export function isPublicHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  const labels = host.replace(/\.$/, '').split('.');
  return labels.length > 1 && !LOCAL_NAMES.has(labels.at(-1) ?? '');
}

/** Fails unless every address is public. IP addresses are never looked up; `isPublicHost` checks them. */
export const lookUpPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, options, (error, found, family) => {
    const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
    const refused =
      error ?? (addresses.every(isPublicAddress) ? null : new Error(`${hostname} is not a public address`));
    callback(refused, found, family);
  });
