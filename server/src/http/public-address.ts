import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';

function ranges(family: 'ipv4' | 'ipv6', list: string): BlockList {
  const found = new BlockList();
  for (const range of list.split(' ')) {
    const [network = '', bits] = range.split('/');
    found.addSubnet(network, Number(bits), family);
  }
  return found;
}

// The IANA registries of special addresses: this machine, private networks, tests, multicast, the reserved.
const SPECIAL_V4 = ranges(
  'ipv4',
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
);
const GLOBAL_V6 = ranges('ipv6', '2000::/3');
// Tunnels, which may lead to any IPv4 address, and documentation ranges.
const SPECIAL_V6 = ranges('ipv6', '2001::/23 2001:db8::/32 2002::/16 3fff::/20');

/** Whether an IP address is one of the public internet. */
export const isPublic = (address: string): boolean =>
  isIPv4(address)
    ? !SPECIAL_V4.check(address)
    : GLOBAL_V6.check(address, 'ipv6') && !SPECIAL_V6.check(address, 'ipv6');

// Top-level names that stay within one machine or network (RFC 6761, RFC 6762, and those that ICANN reserves).
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
  if (isIP(host) !== 0) return isPublic(host);
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
      error ?? (addresses.every(isPublic) ? null : new Error(`${hostname} is not a public address`));
    callback(refused, found, family);
  });
