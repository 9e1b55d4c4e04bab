import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../server/src/db/database.ts';
import type { AuthRoute } from '../../../server/src/identity/auth-route.ts';
import { signUp } from '../people/account.ts';
import { addFactor, type clientOf, codeOf, signInAgain, tokenOf } from '../people/two-step.ts';
import type { IdentityServer } from './identity-server.ts';

/** The data for calls to the identity provider. */
export interface AuthCaller {
  /** The caller's user id. */
  id: string;
  email: string;
  token: string;
  /** An authenticator app, active or not. */
  factorId: string;
  secret: string;
  /** An open challenge of that app. */
  challengeId: string;
  /** The Discord identity, another way to sign in. */
  identityId: string;
}

/** A call that succeeds for authorized callers. */
interface AuthCall {
  path: string;
  json?: (caller: AuthCaller) => object;
}

/** Every route for signed-in members, with calls that cover each of its effects. */
export const AUTH_CALLS: Record<string, AuthCall[]> = {
  'GET /user': [{ path: '/user' }],
  'PUT /user': [
    { path: '/user', json: () => ({ data: { size: 'M' } }) },
    { path: '/user', json: () => ({ email: `${randomUUID()}@example.com` }) },
    { path: '/user', json: () => ({ password: 'what a thief would like' }) },
  ],
  'DELETE /user/identities/:id': [{ path: '/user/identities/:identityId' }],
  'GET /reauthenticate': [{ path: '/reauthenticate' }],
  'POST /reauthenticate': [{ path: '/reauthenticate', json: () => ({ password: 'not this one' }) }],
  'GET /factors/recovery-codes': [{ path: '/factors/recovery-codes' }],
  'POST /factors/recovery-codes': [{ path: '/factors/recovery-codes', json: () => ({}) }],
  'POST /factors/recovery-codes/regenerate': [
    { path: '/factors/recovery-codes', json: () => ({}) },
    { path: '/factors/recovery-codes/regenerate', json: () => ({}) },
  ],
  'POST /factors/recovery-codes/verify': [
    { path: '/factors/recovery-codes/verify', json: () => ({ code: 'aaaa-bbbb-cccc-dddd' }) },
  ],
  'POST /factors': [{ path: '/factors', json: () => ({ factor_type: 'totp' }) }],
  'POST /factors/:id/challenge': [{ path: '/factors/:factorId/challenge', json: () => ({}) }],
  'POST /factors/:id/verify': [
    {
      path: '/factors/:factorId/verify',
      json: ({ challengeId, secret }) => ({ challenge_id: challengeId, code: codeOf(secret) }),
    },
  ],
  'DELETE /factors/:id': [{ path: '/factors/:factorId' }],
  'POST /logout': [{ path: '/logout?scope=local' }],
};

export const nameOf = ({ method, path }: Pick<AuthRoute, 'method' | 'path'>): string =>
  `${method.toUpperCase()} ${path}`;

/** Makes all calls of a route. @returns status and code of each */
export async function callRoute(server: IdentityServer, name: string, caller: AuthCaller) {
  const [method = ''] = name.split(' ');
  const answers: { status: number; code: string | undefined }[] = [];
  for (const { path, json } of AUTH_CALLS[name] ?? []) {
    const filled = path.replace(/:(factorId|identityId)/, (_, key: 'factorId' | 'identityId') => caller[key]);
    const answer = await server.request(`/auth/v1${filled}`, {
      method,
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
  { url, db }: IdentityServer,
  app: 'off' | 'on' | 'half',
): Promise<AuthCaller> {
  const { id, email } = await signUp(url);
  const { auth } = await signInAgain(url, email);
  const identityId = randomUUID();
  await db.transact(({ q, t }) =>
    q
      .insert(t.authIdentities)
      .values({ id: identityId, userId: id, provider: 'discord', subject: identityId, createdAt: new Date() })
      .returning(),
  );
  const made = app === 'off' ? await setUp(auth) : await addFactor(auth, db);
  const caller = app === 'half' ? (await signInAgain(url, email)).auth : auth;
  const { data } = await caller.mfa.challenge({ factorId: made.factorId });
  return { id, email, token: await tokenOf(caller), ...made, challengeId: data?.id ?? '', identityId };
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
      .select({ id: t.authFactors.id, verifiedAt: t.authFactors.verifiedAt })
      .from(t.authFactors)
      .where(eq(t.authFactors.userId, userId)),
    codes: await q
      .select({ hash: t.authRecoveryCodes.hash })
      .from(t.authRecoveryCodes)
      .where(eq(t.authRecoveryCodes.userId, userId)),
    links: await q.select({ hash: t.authLinks.hash }).from(t.authLinks).where(eq(t.authLinks.userId, userId)),
  }));
