import { createECDH } from 'node:crypto';
import type { Push } from '@selvedge/shared/notifications/push';
import { createOutgoing, isPublicHost, type Outgoing } from '../http/outgoing.ts';

const TIMEOUT_MS = 5_000;
/** How long a push service stores a push for a browser that is not running, in seconds. */
const TTL_SECONDS = 24 * 3_600;
const CURVE = 'prime256v1';

export interface PushNetwork {
  isAllowed(endpoint: URL): boolean;
  call: Outgoing['call'];
}

/** The push services of Chromium, Firefox, Safari and Edge; some use hosts below these. */
const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
];

/**
 * Clients name the endpoints. Only known push services are called, so that members cannot have the instance
 * call whom they like, and only public addresses on the default https port, which keeps requests out of
 * internal networks (SSRF).
 */
export function pushServicesAnd(others: string[]): PushNetwork {
  const hosts = [...PUSH_SERVICES, ...others];
  const isKnown = ({ hostname }: URL) =>
    hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  return {
    isAllowed: (endpoint) => endpoint.port === '' && isKnown(endpoint) && isPublicHost(endpoint),
    call: createOutgoing({ allowed: [] }).call,
  };
}

interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushService {
  key: string;
  isAllowed(endpoint: string): boolean;
  /** 'gone' when the subscription has ended. @throws if the push is not accepted within 5 seconds */
  send(to: Subscription, push: Push): Promise<'taken' | 'gone'>;
}

/** Derives a key pair that is the same on every node of an instance, and after every restart. */
function keyPair(derive: (salt: Uint8Array) => Uint8Array): { publicKey: string; privateKey: string } {
  const ecdh = createECDH(CURVE);
  for (let i = 0; ; i += 1) {
    const secret = Buffer.from(derive(Uint8Array.of(i)));
    try {
      ecdh.setPrivateKey(secret);
      return { publicKey: ecdh.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
    } catch {
      // About one in four billion values is not a valid private key of this curve: try the next.
    }
  }
}

/** RFC 8030, 8291, 8292. @param contact the VAPID subject, which cannot be a telephone number */
export function createPushService(
  derive: (salt: Uint8Array) => Uint8Array,
  contact: string,
  { isAllowed, call }: PushNetwork,
): PushService {
  const keys = keyPair(derive);
  const subject = contact.startsWith('tel:') ? 'mailto:security@localhost' : contact;
  const allows = (endpoint: string) =>
    URL.canParse(endpoint) && new URL(endpoint).protocol === 'https:' && isAllowed(new URL(endpoint));

  return {
    key: keys.publicKey,
    isAllowed: allows,
    async send({ endpoint, p256dh, auth }, push) {
      if (!allows(endpoint)) throw new Error('not the address of a push service');
      const { default: webPush } = await import('web-push');
      const { method, headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(push),
        {
          vapidDetails: { subject, ...keys },
          TTL: TTL_SECONDS,
          urgency: 'high',
          // Replaces an undelivered push about the same.
          topic: ('path' in push ? push.topic : push.conversationId).replaceAll('-', ''),
        },
      );
      const { status } = await call(new URL(endpoint), {
        method,
        headers: headers as Record<string, string>,
        ...(body && { body }),
        timeoutMs: TIMEOUT_MS,
      });
      if (status === 404 || status === 410) return 'gone';
      if (status < 200 || status > 299) throw new Error(`the push service responded with ${status}`);
      return 'taken';
    },
  };
}
