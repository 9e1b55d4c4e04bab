import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { v4 as uuidv4 } from 'uuid';
import { passkeyAddedMail } from '../../platform/mail/templates.ts';
import { audit } from '../audit.ts';
import { AuthError, sessionNotFound } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { notifyOfSecurity } from '../notify-of-security.ts';
import { hasVerifiedFactor, lockAccount, lockSession } from '../queries.ts';
import type { Caller } from '../request.ts';
import { openChallenge, useChallenge } from './challenge.ts';
import { defaultName } from './default-name.ts';
import { insertPasskey, listPasskeys, type PasskeyRow } from './queries.ts';
import { ALGORITHMS, CHALLENGE_MS, relyingParty, webauthn } from './relying-party.ts';
import { handleOf, verificationFailed } from './verify-passkey.ts';

const PASSKEYS_MAX = 10;
/** Browsers send a handful. */
const TRANSPORTS_MAX = 10;

const tooMany = () =>
  new AuthError(
    422,
    'too_many_passkeys',
    `An account has at most ${PASSKEYS_MAX} passkeys. Remove one of them first.`,
  );

const useOf = ({ sessionId }: Caller) => ({ purpose: 'registration', sessionId }) as const;

/** Begins adding a passkey. @throws AuthError too_many_passkeys */
export async function beginRegistration(provider: Provider, caller: Caller) {
  const { userId, account } = caller;
  const own = await provider.db.read(async (conn) => listPasskeys(conn, userId));
  if (own.length >= PASSKEYS_MAX) throw tooMany();
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: provider.settings.current().name,
    rpID: relyingParty(provider.config).rpId,
    userID: handleOf(userId),
    userName: account.email,
    userDisplayName: account.email,
    timeout: CHALLENGE_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    attestationType: 'none',
    // The browser refuses to make a second passkey in the same place.
    excludeCredentials: own.map(({ credentialId: id }) => ({ id })),
    // Discoverable, so that a sign-in needs no e-mail address.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return openChallenge(provider, useOf(caller), options);
}

async function readNew({ config, log }: Provider, challenge: string, credential: unknown) {
  const { rpId, origin } = relyingParty(config);
  try {
    const { verifyRegistrationResponse } = await webauthn();
    const { registrationInfo } = await verifyRegistrationResponse({
      // The library checks its form.
      response: credential as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: true,
    });
    if (!registrationInfo) throw new Error('the attestation is wrong');
    return registrationInfo;
  } catch (error) {
    log.warn({ err: error }, 'a new passkey was refused');
    throw verificationFailed();
  }
}

const transportsIn = (credential: unknown): string[] => {
  const { response } = credential as { response: { transports?: unknown } };
  const sent = Array.isArray(response.transports) ? response.transports : [];
  return sent
    .filter((each) => typeof each === 'string' && /^[\w-]{1,20}$/.test(each))
    .slice(0, TRANSPORTS_MAX);
};

interface Registration {
  challengeId: unknown;
  credential: unknown;
  address: string;
  /** The browser's header, from which the name is guessed. */
  userAgent: string;
}

/** Also notifies the member by mail. @throws AuthError webauthn_…, too_many_passkeys, insufficient_aal */
export async function addPasskey(
  provider: Provider,
  caller: Caller,
  { challengeId, credential, address, userAgent }: Registration,
): Promise<PasskeyRow> {
  const { userId, sessionId, level } = caller;
  const challenge = await useChallenge(provider, challengeId, useOf(caller));
  const info = await readNew(provider, challenge, credential);
  return provider.db.transact(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account || !(await lockSession(tx, sessionId))) throw sessionNotFound();
    // The route has checked the level, but two-step sign-in may have been turned on since.
    if (level !== 'aal2' && (await hasVerifiedFactor(tx, userId))) {
      throw new AuthError(403, 'insufficient_aal', 'AAL2 session is required');
    }
    const own = await listPasskeys(tx, userId);
    if (own.length >= PASSKEYS_MAX) throw tooMany();
    const { id: credentialId, publicKey, counter } = info.credential;
    const passkey: PasskeyRow = {
      id: uuidv4(),
      userId,
      credentialId,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter: counter | 0,
      transports: transportsIn(credential),
      name: defaultName(
        info.aaguid,
        userAgent,
        own.map(({ name }) => name),
      ),
      createdAt: new Date(),
      lastUsedAt: null,
    };
    if ((await insertPasskey(tx, passkey)).length === 0) {
      throw new AuthError(422, 'webauthn_credential_exists', 'This passkey is already registered.');
    }
    await audit(tx, { action: 'passkey_added', userId, address });
    await notifyOfSecurity(
      provider,
      tx,
      account.id,
      passkeyAddedMail(account.email, provider.config.publicUrl),
    );
    return passkey;
  });
}
