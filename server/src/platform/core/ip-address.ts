import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;
/** The first address of a network, and the number of its fixed bits. */
export type Subnet = [IpAddress, number];

/** Unwraps IPv4 mapped into IPv6. Node checks first: ipaddr.js also accepts short and octal forms. */
export function parseIpAddress(text: string): IpAddress | null {
  return isIP(text) === 0 ? null : ipaddr.process(text);
}

export function parseSubnet(text: string): Subnet | null {
  const [address = '', bits] = text.split('/');
  const version = isIP(address);
  if (version === 0 || (bits !== undefined && !/^\d+$/.test(bits))) return null;
  const bitsMax = version === 6 ? 128 : 32;
  const prefix = bits === undefined ? bitsMax : Number(bits);
  return prefix > bitsMax ? null : [ipaddr.parse(address), prefix];
}

export function isInSubnet(address: IpAddress, [network, bits]: Subnet): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

/** The /48 of an IPv6 network, since one subscriber often has all its /64s; IPv4 stays as it is. */
export function subscriberOf(network: string): string {
  return network.includes(':') ? network.split(':').slice(0, 3).join(':') : network;
}

export function isLoopbackAddress(text: string): boolean {
  return parseIpAddress(text)?.range() === 'loopback';
}

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''));
}

const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Whether an IP address is on the public internet: neither private nor reserved, and no tunnel to such an address. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  // Not unwrapped: an IPv4 address mapped into IPv6 does not occur on the public internet.
  const address = ipaddr.parse(text);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || isInSubnet(address, GLOBAL_IPV6));
}
