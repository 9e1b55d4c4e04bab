import { subscriberOf } from '../../platform/core/ip-address.ts';

/** The /24 of an IPv4 address, or the /48 of the IPv6 network that a client's address is reduced to. */
export function networkOf(address: string): string {
  if (address.includes(':')) return `${subscriberOf(address)}::/48`;
  return address.replace(/\.\d+$/, '.0/24');
}
