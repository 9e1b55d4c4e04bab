import type { LookupAddress } from 'node:dns';
import { lookup, Resolver, SERVFAIL, TIMEOUT } from 'node:dns/promises';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { isInSubnet, isPublicAddress, parseIpAddress, parseSubnet, type Subnet } from '../core/ip-address.ts';

const TIMEOUT_MS = 15_000;
const LOOKUP_MS = 5_000;
const ANSWER_MAX_BYTES = 4_096;

// Where clouds hand out credentials; nothing opens these. Azure's address, the last, is a public one.
const METADATA = [
  ...['169.254.0.0/16', 'fe80::/10', 'fd00:ec2::/32', 'fd20:ce::/32', 'fd00:c1::/32', 'fd00:42::/32'],
  ...['100.100.100.200', '192.0.0.192', '168.63.129.16'],
].map((network) => parseSubnet(network) as Subnet);
// Top-level domains that are local to a machine or network (RFC 6761, RFC 6762, reserved by ICANN).
const LOCAL_NAMES = new Set([
  ...['localhost', 'local', 'internal', 'lan', 'home', 'arpa'],
  ...['test', 'invalid', 'onion'],
]);

/** Why an address is not called, as a sentence for the member who entered it. */
export class AddressRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AddressRefused';
  }
}

export interface OutgoingCall {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  timeoutMs?: number;
  /** Of the answer. */
  maxBytes?: number;
}

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  /** Its beginning, up to `maxBytes`. */
  body: Buffer;
  /** Whether it ended within them. */
  isWhole: boolean;
}

interface OutgoingParts {
  /** Networks that may be called although they are private, and without TLS. */
  allowed: readonly Subnet[];
  /** The only certificates that are trusted, instead of those of the system. */
  ca?: string;
  /** By default those of the system. */
  resolver?: Resolver;
}

const isIn = (text: string, networks: readonly Subnet[]): boolean => {
  const address = parseIpAddress(text);
  return address !== null && networks.some((network) => isInSubnet(address, network));
};

const dotted = ([high = 0, low = 0]: number[]): string =>
  [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** Whether an address leads to one of these: also by the IPv4 address within it, to which NAT64 and 6to4 translate. */
function isMetadata(text: string): boolean {
  if (isIn(text, METADATA)) return true;
  const address = parseIpAddress(text);
  if (!address || !('parts' in address)) return false;
  return [address.parts.slice(6), address.parts.slice(1, 3)].some((parts) => isIn(dotted(parts), METADATA));
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** The codes when a server is silent: the one that was asked, or the one that it asked. */
const SILENT: readonly unknown[] = [TIMEOUT, SERVFAIL];
/** Asks name servers, each twice within `LOOKUP_MS`. */
const nameServers = () => new Resolver({ timeout: LOOKUP_MS / 4, tries: 2 });

/**
 * Asks the name servers without a thread: the system's own look-up takes one of the four that also read files and hash
 * passwords, for as long as a server is silent. It is asked for local names, and where the servers answer no, or none can
 * be reached: what it knows besides, such as the hosts file, it finds at once.
 */
async function lookUp(resolver: Resolver, url: URL): Promise<LookupAddress[]> {
  const host = hostOf(url);
  const askSystem = () => lookup(host, { all: true }).catch(() => []);
  if (!isPublicHost(url)) return askSystem();
  const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = asked.flatMap((one, n) =>
    one.status === 'fulfilled' ? one.value.map((address) => ({ address, family: n === 0 ? 4 : 6 })) : [],
  );
  const isSilent = asked.some((one) => one.status === 'rejected' && SILENT.includes(one.reason.code));
  return found.length > 0 || isSilent ? found : askSystem();
}

/**
 * Calls addresses that members and other sites name, so none in a private network (SSRF). A name is resolved once for each
 * call, and the connection goes to the addresses that were checked; redirects are not followed.
 */
export function createOutgoing({ allowed, ca, resolver = nameServers() }: OutgoingParts) {
  function refusalOf(host: string, address: string, isSecure: boolean): AddressRefused | null {
    if (isIn(address, allowed) && !isMetadata(address)) return null;
    if (!isPublicAddress(address) || isIn(address, METADATA))
      return new AddressRefused(`${host} is not a public address.`);
    return isSecure ? null : new AddressRefused('The address must start with https://.');
  }

  /** @throws AddressRefused, also for a name that is not found in time */
  async function resolve(url: URL): Promise<LookupAddress[]> {
    const host = hostOf(url);
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new AddressRefused('The address must start with https://.');
    if (url.username || url.password)
      throw new AddressRefused('The address must not contain a user or password.');
    const isSecure = url.protocol === 'https:';
    const family = isIP(host);
    const found =
      family > 0
        ? [{ address: host, family }]
        : await Promise.race([lookUp(resolver, url), pause(LOOKUP_MS, [], { ref: false })]);
    if (found.length === 0)
      throw new AddressRefused(`${host} ${isPublicHost(url) ? 'was not found' : 'is not a public address'}.`);
    for (const { address } of found) {
      const refusal = refusalOf(host, address, isSecure);
      if (refusal) throw refusal;
    }
    return found;
  }

  const pinnedTo =
    (found: LookupAddress[]): LookupFunction =>
    (_host, { all }, callback) => {
      const [first] = found;
      if (all) callback(null, found);
      else callback(null, first?.address ?? '', first?.family);
    };

  async function readAnswer(response: IncomingMessage, maxBytes: number): Promise<Answer> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let isWhole = false;
    try {
      // Without an encoding the stream yields buffers.
      for await (const chunk of response as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > maxBytes) break;
      }
      isWhole = bytes <= maxBytes;
    } catch {
      // The status has arrived, whatever becomes of the rest.
    } finally {
      response.destroy();
    }
    const { statusCode: status = 0, headers } = response;
    return { status, headers, body: Buffer.concat(chunks).subarray(0, maxBytes), isWhole };
  }

  return {
    /** @throws AddressRefused unless the address may be called */
    async check(url: URL): Promise<void> {
      if (url.href.includes('#'))
        throw new AddressRefused('The address must not contain a #: what follows it is never sent.');
      await resolve(url);
    },
    /** @throws AddressRefused; an error without an answer in time */
    async call(url: URL, { method = 'GET', headers = {}, body, ...bounds }: OutgoingCall): Promise<Answer> {
      const { timeoutMs = TIMEOUT_MS, maxBytes = ANSWER_MAX_BYTES } = bounds;
      const signal = AbortSignal.timeout(timeoutMs);
      const found = await resolve(url);
      const request = url.protocol === 'https:' ? requestSecure : requestPlain;
      const response = await new Promise<IncomingMessage>((answered, failed) => {
        const options = { method, headers, signal, agent: false, lookup: pinnedTo(found), ...(ca && { ca }) };
        request(url, options, answered).on('error', failed).end(body);
      });
      return readAnswer(response, maxBytes);
    },
  };
}
export type Outgoing = ReturnType<typeof createOutgoing>;

/** Refuses names that are always local; others must be resolved to find out. */
export function isPublicHost(url: URL): boolean {
  const host = hostOf(url);
  if (isIP(host) !== 0) return isPublicAddress(host);
  const labels = host.replace(/\.$/, '').split('.');
  return labels.length > 1 && !LOCAL_NAMES.has(labels.at(-1) ?? '');
}
