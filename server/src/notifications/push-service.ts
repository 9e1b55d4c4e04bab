import { createECDH } from 'node:crypto';
import { type RequestOptions, request } from 'node:https';
import type { Push } from '@selvedge/shared/push';
import { isPublicHost, lookUpPublic } from '../public-address.ts';

const TIMEOUT_MS = 5_000;
/** How long a push service keeps what a browser that is off cannot take, in seconds. */
const KEPT_SECONDS = 24 * 3_600;
const CURVE = 'prime256v1';

/** Which addresses pushes may go to, and how they are connected to. */
export interface PushNetwork {
  isAllowed(endpoint: URL): boolean;
  options: Pick<RequestOptions, 'lookup' | 'ca'>;
}

/** Browsers name the address, so whoever calls could name any: only the open internet, on the port of https. */
export const OPEN_INTERNET: PushNetwork = {
  isAllowed: (endpoint) => endpoint.port === '' && isPublicHost(endpoint),
  options: { lookup: lookUpPublic },
};

interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushService {
  /** What browsers know this instance by: the public VAPID key, base64url. */
  key: string;
  isAllowed(endpoint: string): boolean;
  /** Hands a push over within 5 seconds. @returns 'gone' when the subscription has ended. Throws when it was not taken. */
  send(to: Subscription, push: Push): Promise<'taken' | 'gone'>;
}

/** A pair of keys that is the same on every node of an instance, and after every restart. */
function keyPair(derive: (salt: Uint8Array) => Uint8Array): { publicKey: string; privateKey: string } {
  const ecdh = createECDH(CURVE);
  for (let i = 0; ; i += 1) {
    const secret = Buffer.from(derive(Uint8Array.of(i)));
    try {
      ecdh.setPrivateKey(secret);
      return { publicKey: ecdh.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
    } catch {
      // One in four billion is no private key of this curve.
    }
  }
}

/**
 * Speaks to the push services of browsers (RFC 8030, 8291, 8292).
 * @param derive makes 32 secret bytes of the instance
 * @param contact the address under which a push service finds the operator; it takes no telephone number
 */
export function createPushService(
  derive: (salt: Uint8Array) => Uint8Array,
  contact: string,
  { isAllowed, options }: PushNetwork = OPEN_INTERNET,
): PushService {
  const keys = keyPair(derive);
  const subject = contact.startsWith('tel:') ? 'mailto:security@localhost' : contact;
  const allows = (endpoint: string) =>
    URL.canParse(endpoint) && new URL(endpoint).protocol === 'https:' && isAllowed(new URL(endpoint));

  return {
    key: keys.publicKey,
    isAllowed: allows,
    async send({ endpoint, p256dh, auth }, push) {
      if (!allows(endpoint)) throw new Error('this is no address of a push service');
      const { default: webPush } = await import('web-push');
      const { method, headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(push),
        {
          vapidDetails: { subject, ...keys },
          TTL: KEPT_SECONDS,
          urgency: 'high',
          // What is still to be delivered of the same conversation is replaced.
          topic: push.conversationId.replaceAll('-', ''),
        },
      );
      const status = await new Promise<number>((resolve, reject) => {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        // No redirect is followed, and nothing that is answered is read.
        request(endpoint, { ...options, method, headers, signal, agent: false }, (response) => {
          resolve(response.statusCode ?? 0);
          response.destroy();
        })
          .on('error', reject)
          .end(body);
      });
      if (status === 404 || status === 410) return 'gone';
      if (status < 200 || status > 299) throw new Error(`a push was answered with ${status}`);
      return 'taken';
    },
  };
}
