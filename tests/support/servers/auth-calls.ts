import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import type { AuthRoute } from '../../../server/src/identity/auth-route.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { insertRows } from '../data/rows.ts';
import { signUp } from '../people/account.ts';
import { addPasskey, createPasskey, type Passkey } from '../people/passkeys.ts';
import { addFactor, type clientOf, codeOf, signInAgain, tokenOf } from '../people/two-step.ts';
import type { World } from '../world.ts';

/** The data for calls to the identity provider. */
interface AuthCaller {
  /** The caller's user id. */
  id: string;
  email: string;
  token: string;
  /** The site, which passkeys belong to. */
  origin: string;
  /** An authenticator app, active or not. */
  factorId: string;
  secret: string;
  /** An open challenge of that app. */
  challengeId: string;
  /** The Discord identity, another way to sign in. */
  identityId: string;
  passkey: Passkey;
  passkeyId: string;
  /** What a passkey has to sign: to add another one, and as a proof. */
  opened: { registration: OpenedChallenge; proof: OpenedChallenge };
}

interface OpenedChallenge {
  id: string;
  options: { challenge: string; user: { id: string } };
}

/** A call that succeeds for authorized callers. */
interface AuthCall {
  /** The route's own, if missing. */
  path?: string;
  json?: (caller: AuthCaller) => object;
}

/** Every route for signed-in members, with calls that cover each of its effects. */
export const AUTH_CALLS: Record<string, AuthCall[]> = {
  'GET /user': [{}],
  'PUT /user': [
    { json: () => ({ data: { size: 'M' } }) },
    { json: () => ({ email: `${randomUUID()}@example.com` }) },
    { json: () => ({ password: 'what a thief would like' }) },
  ],
  'DELETE /user/identities/:id': [{}],
  'GET /user/identities/authorize': [
    {
      path: `/user/identities/authorize?provider=discord&code_challenge=${'a'.repeat(43)}&code_challenge_method=s256`,
    },
  ],
  'GET /reauthenticate': [{}],
  'POST /reauthenticate': [
    { json: () => ({ password: 'not this one' }) },
    {
      json: ({ passkey, opened: { proof } }) => ({
        challenge_id: proof.id,
        credential: passkey.use(proof.options),
      }),
    },
  ],
  'GET /factors/recovery-codes': [{}],
  'POST /factors/recovery-codes': [{ json: () => ({}) }],
  'POST /factors/recovery-codes/regenerate': [
    { path: '/factors/recovery-codes', json: () => ({}) },
    { json: () => ({}) },
  ],
  'POST /factors/recovery-codes/verify': [{ json: () => ({ code: 'aaaa-bbbb-cccc-dddd' }) }],
  'POST /factors': [{ json: () => ({ factor_type: 'totp' }) }],
  'POST /factors/:id/challenge': [{ json: () => ({}) }],
  'POST /factors/:id/verify': [
    { json: ({ challengeId, secret }) => ({ challenge_id: challengeId, code: codeOf(secret) }) },
  ],
  'POST /passkeys/registration/options': [{ json: () => ({}) }],
  'POST /passkeys/registration/verify': [
    {
      json: ({ origin, opened: { registration } }) => ({
        challenge_id: registration.id,
        credential: createPasskey(origin).register(registration.options),
      }),
    },
  ],
  'GET /passkeys': [{}],
  'PATCH /passkeys/:id': [{ json: () => ({ friendly_name: 'Renamed' }) }],
  'DELETE /passkeys/:id': [{}],
  'POST /reauthenticate/passkey': [{ json: () => ({}) }],
  'DELETE /factors/:id': [{}],
  'POST /logout': [{ path: '/logout?scope=local' }],
};

export const nameOf = ({ method, path }: Pick<AuthRoute, 'method' | 'path'>): string =>
  `${method.toUpperCase()} ${path}`;

const IDS = { factors: 'factorId', identities: 'identityId', passkeys: 'passkeyId' } as const;

/** Makes all calls of a route. @returns status and code of each */
export async function callRoute(server: World, name: string, caller: AuthCaller) {
  const [method = '', own = ''] = name.split(' ');
  const answers: { status: number; code: string | undefined }[] = [];
  for (const { path = own, json } of AUTH_CALLS[name] ?? []) {
    const filled = path.replace(/(\w+)\/:id/, (_, noun: keyof typeof IDS) => `${noun}/${caller[IDS[noun]]}`);
    const answer = await server.call(method, `/auth/v1${filled}`, {
      headers: { authorization: `Bearer ${caller.token}` },
      ...(json && { json: json(caller) }),
    });
    const text = await answer.text();
    const code = text === '' ? undefined : (JSON.parse(text) as { error_code?: string }).error_code;
    answers.push({ status: answer.status, code });
  }
  return answers;
}

/**
 * A member with a password, Discord, and an authenticator app.
 * @param app `off`: set up, but no code was ever entered; `on`: active, with a code entered in this session;
 * `half`: active, without a code in this session
 */
export async function joinWithEverything(
  { url, db }: World,
  app: 'off' | 'on' | 'half',
): Promise<AuthCaller> {
  const { id, email } = await signUp(url);
  const { auth } = await signInAgain(url, email);
  const identityId = randomUUID();
  await insertRows(db, 'authIdentities', {
    id: identityId,
    userId: id,
    provider: 'discord',
    subject: identityId,
    createdAt: new Date(),
  });
  const { passkey, id: passkeyId } = await addPasskey(auth, url);
  const made = app === 'off' ? await setUp(auth) : await addFactor(auth, db);
  const caller = app === 'half' ? (await signInAgain(url, email)).auth : auth;
  const { data } = await caller.mfa.challenge({ factorId: made.factorId });
  const token = await tokenOf(caller);
  const opened = {
    registration: await openFor(db, token, 'registration'),
    proof: await openFor(db, token, 'proof'),
  };
  return {
    ...{ id, email, token, origin: url, ...made, challengeId: data?.id ?? '', identityId },
    ...{ passkey, passkeyId, opened },
  };
}

/** Opens a challenge for a session, past the checks of the routes that do. */
async function openFor(
  db: Database,
  token: string,
  purpose: 'registration' | 'proof',
): Promise<OpenedChallenge> {
  const { session_id, sub } = decodeJwt(token);
  const challenge = randomBytes(32).toString('base64url');
  const row = { id: randomUUID(), challenge, purpose, sessionId: String(session_id) };
  await insertRows(db, 'authPasskeyChallenges', { ...row, expiresAt: new Date(Date.now() + 60_000) });
  return { id: row.id, options: { challenge, user: { id: Buffer.from(sub ?? '').toString('base64url') } } };
}

async function setUp(auth: ReturnType<typeof clientOf>) {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  return { factorId: data.id, secret: data.totp.secret };
}

/** Every credential and session of an account. */
export const accessOf = (db: Database, userId: string) =>
  db.read(async ({ q, t }) => ({
    account: await q
      .select({ email: t.authUsers.email, password: t.authUsers.passwordHash })
      .from(t.authUsers)
      .where(eq(t.authUsers.id, userId)),
    identities: await q
      .select({ id: t.authIdentities.id })
      .from(t.authIdentities)
      .where(eq(t.authIdentities.userId, userId)),
    factors: await q
      .select({ id: t.authFactors.id, onSince: t.authFactors.onSince })
      .from(t.authFactors)
      .where(eq(t.authFactors.userId, userId)),
    codes: await q
      .select({ hash: t.authRecoveryCodes.hash })
      .from(t.authRecoveryCodes)
      .where(eq(t.authRecoveryCodes.userId, userId)),
    passkeys: await q
      .select({ id: t.authPasskeys.id, name: t.authPasskeys.name })
      .from(t.authPasskeys)
      .where(eq(t.authPasskeys.userId, userId)),
    /** Of everyone: a challenge outlives the session that may use it. */
    registrations: await q
      .select({ id: t.authPasskeyChallenges.id })
      .from(t.authPasskeyChallenges)
      .where(eq(t.authPasskeyChallenges.purpose, 'registration')),
    flows: await q.select({ hash: t.authFlows.hash }).from(t.authFlows).where(eq(t.authFlows.userId, userId)),
    links: await q.select({ hash: t.authLinks.hash }).from(t.authLinks).where(eq(t.authLinks.userId, userId)),
  }));
