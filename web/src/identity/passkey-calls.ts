import type { GoTrueClient, MFAVerifyWebauthnParams } from '@supabase/auth-js';
import { holdCalls } from '../lib/api.ts';
import { jsonBody } from '../lib/json-body.ts';
import { accessToken, authClient, currentSession } from '../lib/session/session.ts';
import { openSession } from '../lib/session/sign-in.ts';
import { makePasskey, PasskeyCancelled, requestPasskey } from './passkey-ceremony.ts';

export interface Passkey {
  id: string;
  name: string;
  /** ISO times. */
  addedAt: string;
  usedAt: string | null;
}

/** A credential as the client's types describe it, which differ in details from the DOM's. */
type Sent = Parameters<GoTrueClient['passkey']['verifyAuthentication']>[0]['credential'];
const asSent = (credential: PublicKeyCredential) => credential.toJSON() as Sent;
type Used = MFAVerifyWebauthnParams<'request'>['webauthn']['credential_response'];
/** The DOM's types for options are stricter than the client's. */
const requestFrom = (options: object) =>
  PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);

interface Signals {
  signalUnknownCredential?(unknown: { rpId: string; credentialId: string }): Promise<void>;
}

/** Tells the passkey's manager that this site no longer knows it, so that it is not offered again. */
function reportUnknown(
  error: { code?: string | undefined },
  { id: credentialId }: PublicKeyCredential,
): void {
  if (error.code !== 'webauthn_credential_not_found') return;
  const { signalUnknownCredential } = PublicKeyCredential as Signals;
  void signalUnknownCredential
    ?.call(PublicKeyCredential, { rpId: location.hostname, credentialId })
    .catch(() => undefined);
}

/**
 * Signs in with a passkey.
 * @param offer as for `requestPasskey`; an offer that cannot be made is given up quietly
 * @throws PasskeyCancelled; an error with a text for the user
 */
export async function signInByPasskey(offer?: AbortSignal): Promise<void> {
  if (offer && !(await PublicKeyCredential.isConditionalMediationAvailable())) throw new PasskeyCancelled();
  const client = await authClient();
  const { data, error } = await client.passkey.startAuthentication();
  if (error) throw offer ? new PasskeyCancelled() : error;
  if (offer?.aborted) throw new PasskeyCancelled();
  const credential = await requestPasskey(requestFrom(data.options), offer);
  const verified = await client.passkey.verifyAuthentication({
    challengeId: data.challenge_id,
    credential: asSent(credential),
  });
  if (verified.error) {
    reportUnknown(verified.error, credential);
    throw verified.error;
  }
  if (verified.data.session) await openSession(verified.data.session);
}

/**
 * Uses a passkey as the second step of the session; the first use turns it on.
 * @param factorId the id of the member's passkeys as a factor
 * @throws PasskeyCancelled; an error with a text for the user
 */
export async function enterPasskey(factorId: string): Promise<void> {
  const { mfa } = await authClient();
  const party = { rpId: location.hostname, rpOrigins: [location.origin] };
  const { data, error } = await mfa.challenge({ factorId, webauthn: party });
  if (error) throw error;
  if (data.webauthn.type !== 'request') throw new Error('unexpected challenge');
  const { publicKey } = data.webauthn.credential_options;
  const credential = await requestPasskey(publicKey as PublicKeyCredentialRequestOptions);
  const verification = mfa.verify({
    factorId,
    challengeId: data.id,
    webauthn: {
      ...party,
      type: 'request',
      credential_response: credential as unknown as Used,
    },
  });
  holdCalls(verification);
  const verified = await verification;
  if (verified.error) throw verified.error;
  const current = await currentSession();
  if (current) await openSession(current);
}

/** Sends a request to one of the provider's own endpoints, which the client lacks. @throws its error */
async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(`/auth/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await accessToken()}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: jsonBody(body),
  });
  const reply: unknown = await response.json();
  if (!response.ok) throw reply;
  return reply;
}

/** Gives a fresh proof with a passkey. @throws PasskeyCancelled; an error with a text for the user */
export async function proveByPasskey(): Promise<void> {
  const { challenge_id, options } = (await post('/reauthenticate/passkey', {})) as {
    challenge_id: string;
    options: object;
  };
  const credential = await requestPasskey(requestFrom(options));
  await post('/reauthenticate', { challenge_id, credential: credential.toJSON() });
}

/** @throws an error with a text for the user */
export async function listPasskeys(): Promise<Passkey[]> {
  const { data, error } = await (await authClient()).passkey.list();
  if (error) throw error;
  return data.map(({ id, friendly_name, created_at, last_used_at }) => ({
    ...{ id, name: friendly_name ?? '', addedAt: created_at, usedAt: last_used_at ?? null },
  }));
}

/** @throws PasskeyCancelled; an error with a text for the user */
export async function addPasskey(): Promise<void> {
  const { passkey } = await authClient();
  const { data, error } = await passkey.startRegistration();
  if (error) throw error;
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(
    data.options as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await makePasskey(options);
  const added = await passkey.verifyRegistration({
    challengeId: data.challenge_id,
    credential: asSent(credential),
  });
  if (added.error) throw added.error;
}

/** @throws an error with a text for the user */
export async function renamePasskey(passkeyId: string, friendlyName: string): Promise<void> {
  const { error } = await (await authClient()).passkey.update({ passkeyId, friendlyName });
  if (error) throw error;
}

/** @throws an error with a text for the user */
export async function removePasskey(passkeyId: string): Promise<void> {
  const client = await authClient();
  const { error } = await client.passkey.delete({ passkeyId });
  if (error) throw error;
  // Without a refresh, the current session would still list passkeys as a factor.
  await client.refreshSession();
}
