import type { AuthenticationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';
import * as z from 'zod';
import type { Tx } from '../../platform/db/database.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { findByCredential, listPasskeys, type PasskeyRow, recordUse } from './queries.ts';
import { CHALLENGE_MS, relyingParty, webauthn } from './relying-party.ts';

const base64url = z.string().regex(/^[\w-]+$/);

const Assertion = z.object({
  id: base64url.max(1_400),
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().nullish(),
  }),
});

export function verificationFailed() {
  return new AuthError(
    400,
    'webauthn_verification_failed',
    'This passkey could not be verified. Please try again.',
  );
}
export function unknownPasskey() {
  return new AuthError(
    400,
    'webauthn_credential_not_found',
    'This passkey is not known here. It may have been removed from the account.',
  );
}

/** The user handle that an authenticator stores with a passkey: the bytes of the account's id as text. */
export function handleOf(userId: string) {
  return Uint8Array.from(Buffer.from(userId));
}

interface Verified {
  passkey: PasskeyRow;
  counter: number;
}

const credentialOf = ({ credentialId: id, publicKey, counter, transports }: PasskeyRow) => ({
  id,
  publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')),
  counter: counter >>> 0,
  // A hint for browsers, stored as they sent it.
  transports: transports as NonNullable<WebAuthnCredential['transports']>,
});

/** Options for using a passkey. @param userId only this member's; without it, any that the browser offers */
export async function requestOptions({ config, db }: Provider, userId?: string) {
  const { generateAuthenticationOptions } = await webauthn();
  const own = userId === undefined ? [] : await db.read(async (conn) => listPasskeys(conn, userId));
  return generateAuthenticationOptions({
    rpID: relyingParty(config).rpId,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(userId !== undefined && { allowCredentials: own.map(credentialOf) }),
  });
}

interface Answer {
  challenge: string;
  credential: unknown;
  address: string;
  /** The only member whose passkey is accepted; for a sign-in, anyone's is. */
  userId?: string;
}

/**
 * Checks a passkey's answer: the signature, this site as its origin, and that the authenticator has verified its user.
 * A signature counter that did not rise is refused: the authenticator may have been cloned.
 * @throws AuthError webauthn_verification_failed, webauthn_credential_not_found
 */
export async function verifyPasskey(
  { config, db, log }: Provider,
  { challenge, credential, address, userId }: Answer,
): Promise<Verified> {
  const parsed = Assertion.safeParse(credential);
  if (!parsed.success) throw verificationFailed();
  const { response: signed, ...rest } = parsed.data;
  const passkey = await db.read((conn) => findByCredential(conn, rest.id));
  if (!passkey || (userId !== undefined && passkey.userId !== userId)) throw unknownPasskey();
  const { userHandle, ...fields } = signed;
  const response: AuthenticationResponseJSON = { ...rest, response: fields, clientExtensionResults: {} };
  const { rpId, origin } = relyingParty(config);
  try {
    if (userHandle && !Buffer.from(userHandle, 'base64url').equals(handleOf(passkey.userId))) {
      throw new Error('the user handle is of another account');
    }
    const { verifyAuthenticationResponse } = await webauthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: credentialOf(passkey),
      requireUserVerification: true,
    });
    if (!verified) throw new Error('the signature is wrong');
    return { passkey, counter: authenticationInfo.newCounter };
  } catch (error) {
    log.warn({ err: error, passkeyId: passkey.id }, 'a passkey was refused');
    await db.transact((tx) => audit(tx, { action: 'passkey_refused', userId: passkey.userId, address }));
    throw verificationFailed();
  }
}

/**
 * @throws AuthError webauthn_credential_not_found when the passkey was removed meanwhile;
 * webauthn_verification_failed when it was used meanwhile, so that its counter may not have risen
 */
export async function passkeyUsed(tx: Tx, { passkey, counter }: Verified): Promise<void> {
  const used = await recordUse(tx, passkey, { counter: counter | 0, lastUsedAt: new Date() });
  if (used.length > 0) return;
  throw (await findByCredential(tx, passkey.credentialId)) ? verificationFailed() : unknownPasskey();
}
