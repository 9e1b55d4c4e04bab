import { AuthError } from './auth-error.ts';
import type { Provider } from './context.ts';
import { hashToken } from './links.ts';
import { checkStrength, hashPassword } from './password.ts';
import type { AuthSession } from './present.ts';
import { deleteLinks, findAccount, findLink, type LinkRow, takeLink, updateAccount } from './queries.ts';
import { grantTokens, startSession } from './session.ts';

export const linkExpired = (message = 'Email link is invalid or has expired') =>
  new AuthError(403, 'otp_expired', message);

/** Looks at a link and changes nothing: mail scanners follow links, too. */
export const lookAtLink = ({ db }: Provider, token: string): Promise<LinkRow | undefined> =>
  db.read((conn) => findLink(conn, hashToken(token), new Date()));

/**
 * Confirms an address by the link that was mailed there, once. The account gets the password of the attempt that this
 * link belongs to; what others tried with the address is gone.
 * @param password for a link that belongs to no single attempt.
 * @throws AuthError otp_expired, weak_password
 */
export async function verifyLink(provider: Provider, token: string, password?: string): Promise<AuthSession> {
  const { db, config } = provider;
  const link = await lookAtLink(provider, token);
  if (!link) throw linkExpired();
  let passwordHash = link.passwordHash;
  if (!passwordHash) {
    checkStrength(password ?? '', config.identity.passwordMin);
    passwordHash = await hashPassword(password ?? '');
  }

  const { session, account } = await db.transact(async (tx) => {
    const now = new Date();
    const taken = await takeLink(tx, hashToken(token), now);
    const found = taken && (await findAccount(tx, taken.userId));
    if (!found) throw linkExpired();
    await deleteLinks(tx, found.id);
    const [confirmed = found] = await updateAccount(tx, found.id, { passwordHash, confirmedAt: now });
    return { account: confirmed, session: await startSession(tx, confirmed, 'otp') };
  });
  return db.read((conn) => grantTokens(provider, conn, session, account));
}
