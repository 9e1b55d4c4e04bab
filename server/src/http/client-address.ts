import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import type { ProxyTrust } from '../config.ts';
import { isInSubnet, parseIpAddress, type Subnet } from '../core/ip-address.ts';

/** An IPv4 address, or the /64 of an IPv6 address, which one subscriber usually owns whole. */
function networkOf(text: string): string {
  const address = parseIpAddress(text);
  if (!address) return text;
  if (address instanceof ipaddr.IPv4) return address.toString();
  return address.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

function isAmong(text: string, proxies: Subnet[]): boolean {
  const address = parseIpAddress(text);
  return address !== null && proxies.some((proxy) => isInSubnet(address, proxy));
}

/**
 * The address that rate limits count a client by. `X-Forwarded-For` is trusted only behind a trusted proxy, and only
 * the entries that our own proxies appended: a client can forge everything to the left of them.
 */
export function clientAddress(c: Context, trust: ProxyTrust): string {
  const peer = getConnInfo(c).remote.address ?? 'unknown';
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  if (trust === false) return networkOf(peer);
  if (trust === true) return networkOf(hops.at(-1) || peer);
  let address = peer;
  while (isAmong(address, trust)) {
    const next = hops.pop();
    if (!next) break;
    address = next;
  }
  return networkOf(address);
}
