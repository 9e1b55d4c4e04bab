import { lookup } from 'node:dns';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { BlockList, isIPv4, type LookupFunction } from 'node:net';
import { PROFILE_PICTURE_MAX_BYTES } from '@selvedge/shared/limits';

const TIMEOUT_MS = 5_000;

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
// Tunnels, which may lead to any IPv4 address, and examples.
const SPECIAL_V6 = ranges('ipv6', '2001::/23 2001:db8::/32 2002::/16 3fff::/20');

/** Whether an IP address is one of the open internet. */
export const isPublic = (address: string): boolean =>
  isIPv4(address)
    ? !SPECIAL_V4.check(address)
    : GLOBAL_V6.check(address, 'ipv6') && !SPECIAL_V6.check(address, 'ipv6');

/** Finds the addresses of a name as everybody does, and connects to none unless all are public. */
const lookUpPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, options, (error, found, family) => {
    const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
    const refused =
      error ?? (addresses.every(isPublic) ? null : new Error(`${hostname} is no public address`));
    callback(refused, found, family);
  });

/**
 * Fetches a file of up to 10 MiB within 5 seconds; follows no redirect.
 * @param mayBeLocal whether its host may be in a network of the operator's. Else its name must lead to the open internet.
 */
export async function fetchPicture(address: URL, { mayBeLocal }: { mayBeLocal: boolean }): Promise<Buffer> {
  const get = address.protocol === 'https:' ? getSecure : getPlain;
  const options = {
    agent: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(!mayBeLocal && { lookup: lookUpPublic }),
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, options, resolve).on('error', reject);
  });
  try {
    if (response.statusCode !== 200) throw new Error(`a picture was answered with ${response.statusCode}`);
    const chunks: Buffer[] = [];
    let bytes = 0;
    // Without an encoding the stream's chunks are buffers.
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > PROFILE_PICTURE_MAX_BYTES) throw new Error('a picture is too large');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    response.destroy();
  }
}
