import { type BlockList, isIP, isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import type { ProxyTrust } from '../config.ts';

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** Leaves an IPv4 address as is and cuts an IPv6 address to its /64, which usually belongs to one subscriber. */
function network(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const missing = Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array<string>(missing).fill('0'), ...back];
  // Normalise groups: leading zeros are optional.
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

const isAmong = (address: string, proxies: BlockList) =>
  isIP(address) !== 0 && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * The client address for rate limits. `X-Forwarded-For` is trusted only behind a trusted proxy, and only the
 * entries that our own proxies appended: a client can forge everything to the left of them.
 */
export function clientAddress(c: Context, trust: ProxyTrust): string {
  const peer = plain(getConnInfo(c).remote.address ?? 'unknown');
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => plain(hop.trim()));
  if (trust === false) return network(peer);
  if (trust === true) return network(hops.at(-1) || peer);
  let address = peer;
  while (isAmong(address, trust)) {
    const next = hops.pop();
    if (!next) break;
    address = next;
  }
  return network(address);
}
