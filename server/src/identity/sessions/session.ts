import { randomBytes } from 'node:crypto';
import { v4 as uuidv4 } from 'uuid';
import type { Config } from '../../config.ts';
import type { Conn, Tx } from '../../platform/db/database.ts';
import { appointAdmin } from '../accounts/appoint-admin.ts';
import { type AuthSession, appMetadata, presentAccount } from '../accounts/present.ts';
import type { Provider } from '../context.ts';
import { shownFactors } from '../factors/shown-factors.ts';
import {
  type AccountRow,
  insertSession,
  listIdentities,
  type SessionRow,
  updateAccount,
} from '../queries.ts';
import { makeRefreshToken } from './refresh-token.ts';
import type { AuthMethod } from './tables.ts';

const SALT_BYTES = 16;
/** Another provider's sign-in proves nothing: this server cannot tell when the member authenticated there. */
const NO_PROOF: readonly AuthMethod['method'][] = ['oauth'];

/** Starts a session for a member who has just authenticated. Every sign-in goes through here. */
export async function startSession(
  { config }: { config: { identity: Pick<Config['identity'], 'adminEmails'> } },
  tx: Tx,
  account: AccountRow,
  method: AuthMethod['method'],
): Promise<SessionRow> {
  const now = new Date();
  const session: SessionRow = {
    id: uuidv4(),
    userId: account.id,
    salt: randomBytes(SALT_BYTES).toString('base64url'),
    counter: 0,
    delivered: -1,
    deliveredHash: null,
    // A passkey's authenticator has verified the member: two factors at once.
    aal: method === 'passkey' ? 'aal2' : 'aal1',
    amr: [{ method, timestamp: Math.floor(now.getTime() / 1000) }],
    provenAt: NO_PROOF.includes(method) ? null : now,
    refreshedAt: now,
    createdAt: now,
  };
  await insertSession(tx, session);
  await updateAccount(tx, account.id, { lastSignInAt: now });
  // An address verified by another provider is enough to sign in, but not to become an admin.
  if (!NO_PROOF.includes(method)) await appointAdmin(tx, config.identity.adminEmails, account);
  return session;
}

export async function grantTokens(
  { accessTokens, deriveKey, config }: Pick<Provider, 'accessTokens' | 'deriveKey' | 'config'>,
  conn: Conn,
  session: SessionRow,
  account: AccountRow,
): Promise<AuthSession> {
  const identities = await listIdentities(conn, account.id);
  const factors = await shownFactors(conn, account.id);
  const { token, expiresAt } = await accessTokens.sign({
    userId: account.id,
    email: account.email,
    appMetadata: appMetadata(identities),
    userMetadata: account.userMetadata,
    sessionId: session.id,
    counter: session.counter,
    aal: session.aal,
    amr: session.amr,
  });
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: config.identity.accessTtl,
    expires_at: expiresAt,
    refresh_token: makeRefreshToken(
      { sessionId: session.id, counter: session.counter },
      session.salt,
      deriveKey,
    ),
    user: presentAccount(account, identities, factors),
  };
}
