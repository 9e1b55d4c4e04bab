import { instance } from '../lib/instance.ts';

/** Whether this browser can make and use passkeys, and this instance takes them. */
export const canUsePasskeys =
  instance.passkeys &&
  typeof PublicKeyCredential !== 'undefined' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** The member closed the browser's dialog, or let it time out: no message is needed. */
export class PasskeyCancelled extends Error {}

const CANCELLED: readonly unknown[] = ['NotAllowedError', 'AbortError', 'TimeoutError'];
const NO_PASSKEY = 'The browser returned no passkey. Please try again.';
const EXISTS = 'There is already a passkey for your account in this place.';

/** The ceremony that the browser is in: it allows one at a time, and an offer in a form's autofill is one. */
let current: AbortController | null = null;

async function run(
  ceremony: (signal: AbortSignal) => Promise<Credential | null>,
  stop?: AbortSignal,
): Promise<PublicKeyCredential> {
  current?.abort();
  const own = new AbortController();
  current = own;
  try {
    const credential = await ceremony(stop ? AbortSignal.any([own.signal, stop]) : own.signal);
    if (credential instanceof PublicKeyCredential) return credential;
    throw new Error(NO_PASSKEY);
  } catch (error) {
    const name = error instanceof Error ? error.name : null;
    // Nobody asked for an offer in the autofill, so one that the browser cannot make must not show an error.
    if (stop || CANCELLED.includes(name)) throw new PasskeyCancelled();
    throw name === 'InvalidStateError' ? new Error(EXISTS) : error;
  } finally {
    if (current === own) current = null;
  }
}

/** Ends the ceremony that the browser is in, when the page that asked for it is left. */
export function endCeremony(): void {
  current?.abort();
}

/**
 * Lets the member use one of their passkeys.
 * @param offer if given, passkeys are offered in the form's autofill until it aborts, instead of in a dialog
 * @throws PasskeyCancelled
 */
export function requestPasskey(
  publicKey: PublicKeyCredentialRequestOptions,
  offer?: AbortSignal,
): Promise<PublicKeyCredential> {
  return run(
    (signal) => navigator.credentials.get({ publicKey, signal, ...(offer && { mediation: 'conditional' }) }),
    offer,
  );
}

/** Lets the member make a passkey. @throws PasskeyCancelled; an error with a text for the user */
export function makePasskey(publicKey: PublicKeyCredentialCreationOptions): Promise<PublicKeyCredential> {
  return run((signal) => navigator.credentials.create({ publicKey, signal }));
}
