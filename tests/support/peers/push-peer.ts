import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Push } from '@selvedge/shared/notifications/push';
import { importJWK, jwtVerify } from 'jose';
import { createOutgoing } from '../../../server/src/platform/http/outgoing.ts';
import type { PushNetwork } from '../../../server/src/platform/push/push-service.ts';
import { makeCertificate } from './certificate.ts';
import { LOOPBACK } from './loopback.ts';

const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Salt, record size, and the length of the key that follows. */
const HEADER_BYTES = SALT_BYTES + 4 + 1;
const KEY_BYTES = 65;

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));
const info = (name: string) => Buffer.from(`Content-Encoding: ${name}\0`);

/** The browser's side of the encryption of RFC 8291. */
function createBrowser(endpoint: string) {
  const ecdh = createECDH('prime256v1');
  const own = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    },
    open(body: Buffer): Push {
      const salt = body.subarray(0, SALT_BYTES);
      const sender = body.subarray(HEADER_BYTES, HEADER_BYTES + KEY_BYTES);
      const sealed = body.subarray(HEADER_BYTES + KEY_BYTES);
      const both = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]);
      const secret = derive(ecdh.computeSecret(sender), auth, both, 32);
      const key = derive(secret, salt, info('aes128gcm'), 16);
      const cipher = createDecipheriv('aes-128-gcm', key, derive(secret, salt, info('nonce'), 12));
      cipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      const padded = Buffer.concat([cipher.update(sealed.subarray(0, -TAG_BYTES)), cipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
    },
  };
}

/** The signer of a push, verified with the public key in its header. */
async function signerOf(authorization: string, audience: string) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
  await jwtVerify(token, jwk, { audience });
  return key;
}

/**
 * A push service on loopback, over TLS, with browsers behind it.
 * @param onReceived called before a push is answered
 */
export async function startPushPeer(onReceived: () => void = () => undefined) {
  const { key, cert } = makeCertificate();
  const browsers = new Map<string, ReturnType<typeof createBrowser>>();
  const received: { path: string; push: Push; signer: string; topic: string | undefined }[] = [];
  /** The response status by path; other pushes are accepted. */
  const answers = new Map<string, number>();
  const calls: string[] = [];
  const server = createServer({ key, cert }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    calls.push(path);
    const status = answers.get(path) ?? 201;
    if (status === 201) {
      received.push({
        path,
        push: browsers.get(path)?.open(Buffer.concat(chunks)) as Push,
        signer: await signerOf(request.headers.authorization ?? '', origin),
        topic: request.headers.topic as string | undefined,
      });
    }
    if (status === 201) onReceived();
    // A redirect could lead anywhere, so the product must not follow it.
    response.writeHead(status, status === 307 ? { location: `${origin}/elsewhere` } : {}).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  const network: PushNetwork = {
    isAllowed: () => true,
    call: createOutgoing({ allowed: LOOPBACK, ca: cert }).call,
  };
  return {
    ...{ network, cert },
    received,
    answers,
    /** How often the path was called, accepted or not. */
    called: (path: string) => calls.filter((each) => each === path).length,
    /** The subscription that a browser sends to the product. */
    subscription(path: string) {
      const browser = createBrowser(origin + path);
      browsers.set(path, browser);
      return browser.subscription;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
