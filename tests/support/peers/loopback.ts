import { parseSubnet, type Subnet } from '../../../server/src/platform/core/ip-address.ts';

/** The networks of this machine itself, where the peers of the tests listen. */
export const LOOPBACK = ['127.0.0.0/8', '::1'].map((network) => parseSubnet(network) as Subnet);
