import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { GoTrueClient } from '@supabase/auth-js';
import type { World } from '../world.ts';

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url');

/** What an authenticator or a browser may do wrong, or an attacker in their place. */
export interface Flaws {
  /** The page that the browser was on. */
  origin?: string;
  rpId?: string;
  /** The authenticator did not verify its user. */
  isUnverified?: boolean;
  challenge?: string;
  counter?: number;
  aaguid?: string;
}

const UP = 0x01;
const UV = 0x04;
const AT = 0x40;

/** A passkey made by an authenticator in software (WebAuthn Level 3, ES256, without attestation). */
export function createPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let userHandle: string | undefined;
  const hostOf = (flaws: Flaws) => flaws.rpId ?? new URL(origin).hostname;

  function authenticatorData(flaws: Flaws, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(flaws.counter ?? 0);
    return Buffer.concat([
      sha256(hostOf(flaws)),
      Buffer.from([UP | (flaws.isUnverified ? 0 : UV) | flags]),
      counter,
    ]);
  }
  const clientData = (type: string, challenge: string, flaws: Flaws) =>
    JSON.stringify({
      type,
      challenge: flaws.challenge ?? challenge,
      origin: flaws.origin ?? origin,
      crossOrigin: false,
    });
  const common = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const };

  return {
    credentialId: common.id,
    /** Answers the options of a registration. */
    register(
      options: { challenge: string; user: { id: string } },
      flaws: Flaws = {},
    ): RegistrationResponseJSON {
      userHandle = options.user.id;
      const aaguid = Buffer.from((flaws.aaguid ?? '0'.repeat(32)).replaceAll('-', ''), 'hex');
      const authData = Buffer.concat([
        authenticatorData(flaws, AT),
        aaguid,
        Buffer.from([0, id.length]),
        id,
        coseKey(publicKey),
      ]);
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', Uint8Array.from(authData)],
        ]),
      );
      return {
        ...common,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, flaws)),
          attestationObject: base64url(attestationObject),
          transports: ['internal', 'hybrid'],
        },
        clientExtensionResults: {},
      };
    },
    /** Answers the options of a sign-in, a second step or a proof. */
    use(options: { challenge: string }, flaws: Flaws = {}): AuthenticationResponseJSON {
      const authData = authenticatorData(flaws, 0);
      const clientDataJSON = clientData('webauthn.get', options.challenge, flaws);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientDataJSON)]), privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: base64url(clientDataJSON),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          ...(userHandle && { userHandle }),
        },
        clientExtensionResults: {},
      };
    },
  };
}
export type Passkey = ReturnType<typeof createPasskey>;

function coseKey(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]),
  );
}

/** A credential as the client's types describe it, which differ from WebAuthn's own JSON in details. */
type Sent = Parameters<GoTrueClient['passkey']['verifyAuthentication']>[0]['credential'];
export const asSent = (credential: RegistrationResponseJSON | AuthenticationResponseJSON) =>
  credential as unknown as Sent;

/** Adds a passkey to the account of a session. @returns it, with its id */
export async function addPasskey(auth: GoTrueClient, origin: string, flaws: Flaws = {}) {
  const passkey = createPasskey(origin);
  const { data, error } = await auth.passkey.startRegistration();
  if (error) throw error;
  const credential = asSent(passkey.register(data.options, flaws));
  const added = await auth.passkey.verifyRegistration({ challengeId: data.challenge_id, credential });
  if (added.error) throw added.error;
  return { passkey, ...added.data };
}

/** Signs in with a passkey, in the client's session. @returns the client's reply */
export async function signInWith(auth: GoTrueClient, passkey: Passkey, flaws: Flaws = {}) {
  const { data, error } = await auth.passkey.startAuthentication();
  if (error) throw error;
  const credential = asSent(passkey.use(data.options, flaws));
  return auth.passkey.verifyAuthentication({ challengeId: data.challenge_id, credential });
}

/** Uses a passkey as the second step of the client's session. @returns the reply's status and body */
export async function enterPasskey({ call }: Pick<World, 'call'>, auth: GoTrueClient, passkey: Passkey) {
  const { data } = await auth.getSession();
  const headers = { authorization: `Bearer ${data.session?.access_token}` };
  const factor = `/auth/v1/factors/${data.session?.user.id}`;
  const opened = (await (await call('POST', `${factor}/challenge`, { headers, json: {} })).json()) as {
    id: string;
    webauthn: { credential_options: { publicKey: { challenge: string } } };
  };
  const webauthn = {
    type: 'request',
    credential_response: passkey.use(opened.webauthn.credential_options.publicKey),
  };
  const answer = await call('POST', `${factor}/verify`, {
    headers,
    json: { challenge_id: opened.id, webauthn },
  });
  return {
    status: answer.status,
    body: (await answer.json()) as { access_token: string; refresh_token: string },
  };
}
