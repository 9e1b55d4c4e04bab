import { NIL as NOBODY } from 'uuid';
import { LINK_LASTS_MS } from '../../platform/mail/templates.ts';
import { readEmail } from '../accounts/email.ts';
import { findPassword } from '../accounts/password.ts';
import type { AuthSession } from '../accounts/present.ts';
import { audit } from '../audit.ts';
import { AuthError, invalidCredentials } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { findAccountByEmail, lockAccount, newestAttempt } from '../queries.ts';
import { isBanned, userBanned } from './banned.ts';
import { grantTokens, startSession } from './session.ts';

interface SignIn {
  email: unknown;
  password: unknown;
  address: string;
}

/**
 * Address and password of a recent sign-up get the same reply whether or not the account existed before.
 * @throws AuthError invalid_credentials; email_not_confirmed and user_banned only after the correct password
 */
export async function signInWithPassword(
  provider: Provider,
  { email: given, password, address }: SignIn,
): Promise<AuthSession> {
  const { db, limits } = provider;
  const email = readEmail(given);
  await limits.take('passwordPerAddress', address);
  const refund = await limits.takePassword(email, address);

  const { account, attempt } = await db.read(async (conn) => {
    const found = await findAccountByEmail(conn, email);
    // Queried even without an account, so that both cases take equally long.
    const since = new Date(Date.now() - LINK_LASTS_MS);
    return { account: found, attempt: await newestAttempt(conn, found?.id ?? NOBODY, since) };
  });
  // An unconfirmed account has no password of its own, only those of the pending sign-up attempts.
  const stored = [account?.passwordHash ?? null, attempt?.passwordHash ?? null];
  const matching = await findPassword(typeof password === 'string' ? password : '', stored);
  if (!account?.confirmedAt || !matching.includes(0)) {
    // A failure in either case: a sign-up must not allow an extra guess at a known account's password.
    await db.transact((tx) => audit(tx, { action: 'sign_in_failed', userId: account?.id ?? null, address }));
    if (account && matching.length > 0)
      throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
    throw invalidCredentials();
  }
  await refund();
  if (isBanned(account)) throw userBanned(400, account);

  const { session, account: signedIn } = await db.transact(async (tx) => {
    // Checking takes a while: a session may start only if the checked state is still current.
    const now = await lockAccount(tx, account.id);
    if (now?.passwordHash !== account.passwordHash) throw invalidCredentials();
    if (isBanned(now)) throw userBanned(400, now);
    await audit(tx, { action: 'signed_in', userId: account.id, address });
    return { account: now, session: await startSession(provider, tx, now, 'password') };
  });
  return db.read((conn) =>
    grantTokens(provider, conn, session, { ...signedIn, lastSignInAt: session.createdAt }),
  );
}
