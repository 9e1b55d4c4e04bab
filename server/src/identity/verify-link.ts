import { isUniqueViolation, type Tx } from '../db/database.ts';
import { passwordChangedMail } from '../mail/templates.ts';
import { audit } from './audit.ts';
import { AuthError } from './auth-error.ts';
import { changeEmail } from './change-email.ts';
import type { Provider } from './context.ts';
import { endSessions } from './end-sessions.ts';
import { deleteFactors } from './factors/queries.ts';
import { hashToken } from './links.ts';
import { checkStrength, hashPassword } from './password.ts';
import {
  type AccountRow,
  deleteLinks,
  findLink,
  type LinkRow,
  lockAccount,
  markLast,
  takeLink,
  updateAccount,
} from './queries.ts';

export const linkExpired = (message = 'Email link is invalid or has expired') =>
  new AuthError(403, 'otp_expired', message);

interface UsedLink {
  token: string;
  type: string;
  /** For a link whose page asks for one. */
  password?: string;
  address: string;
}

/** The result of using a link. */
export interface Verified {
  account: AccountRow;
  type: LinkRow['type'];
  /** Of a change of e-mail: the link to the other address is still to be used. */
  isHalf: boolean;
  /** Of a sign-up: where the person wanted to go. */
  nextPath: string | null;
}

interface Step extends Pick<UsedLink, 'address'> {
  link: LinkRow;
  account: AccountRow;
  passwordHash: string | null;
}

/** Whether a link's page has to ask for a password before its button works. */
export const asksPassword = (link: LinkRow): boolean =>
  link.type === 'recovery' || (link.type === 'signup' && link.passwordHash === null);

/** Finds a link without using it up: mail scanners follow links, too. */
export async function lookAtLink({ db }: Provider, token: string, type: string): Promise<LinkRow> {
  const link = await db.read((conn) => findLink(conn, hashToken(token), new Date()));
  if (link?.type !== type) throw linkExpired();
  return link;
}

/** Gives the account the password of the sign-up attempt that the link belongs to; other attempts are discarded. */
async function confirmSignUp(_: Provider, tx: Tx, { link, account, passwordHash, address }: Step) {
  // Attempts with the address of a confirmed account are only kept for sign-ins to compare with.
  if (account.confirmedAt) return undefined;
  await deleteLinks(tx, account.id);
  await audit(tx, { action: 'confirmed', userId: account.id, address });
  const [confirmed] = await updateAccount(tx, account.id, {
    passwordHash: link.passwordHash ?? passwordHash,
    userMetadata: link.userMetadata ?? {},
    confirmedAt: new Date(),
  });
  return confirmed;
}

/**
 * The holder of the address takes the account back, and every session ends: an intruder may have one. Where no mail had
 * proven the address, somebody else may have made the account, so its factors and metadata are removed, too.
 */
async function recoverAccount(provider: Provider, tx: Tx, { account, passwordHash, address }: Step) {
  await deleteLinks(tx, account.id);
  await audit(tx, { action: 'recovery_used', userId: account.id, address });
  await endSessions(provider, tx, { userId: account.id }, 'password_changed');
  // An API client names no password here: it gets a session, in which it may set one.
  if (passwordHash !== null) {
    await audit(tx, { action: 'password_changed', userId: account.id, address });
    await provider.post(tx, passwordChangedMail(account.email, provider.config.publicUrl));
  }
  if (account.isAutoConfirmed) await deleteFactors(tx, account.id);
  const [recovered] = await updateAccount(tx, account.id, {
    userMetadata: account.isAutoConfirmed ? {} : account.userMetadata,
    passwordHash: passwordHash ?? account.passwordHash,
    confirmedAt: account.confirmedAt ?? new Date(),
    isAutoConfirmed: false,
  });
  return recovered;
}

async function confirmNewEmail(provider: Provider, tx: Tx, { link, account, address }: Step) {
  if (link.newEmail === null) return undefined;
  if (!link.isLast) return (await markLast(tx, account.id)).length > 0 ? account : undefined;
  return changeEmail(provider, tx, { account, newEmail: link.newEmail, address, isProven: true });
}

const STEPS = { signup: confirmSignUp, recovery: recoverAccount, email_change: confirmNewEmail } as const;

/**
 * Uses a link from a mail, once. `andThen` runs in the same transaction.
 * @throws AuthError otp_expired, weak_password
 */
export async function verifyLink<T>(
  provider: Provider,
  { token, type, password, address }: UsedLink,
  andThen: (tx: Tx, verified: Verified) => Promise<T>,
): Promise<T> {
  const link = await lookAtLink(provider, token, type);
  let passwordHash: string | null = null;
  // An API client that recovers an account names no password here.
  if (asksPassword(link) && (password !== undefined || type === 'signup')) {
    await checkStrength(password ?? '', provider.config.identity.passwordMin);
    passwordHash = await hashPassword(password ?? '');
  }
  return provider.db
    .transact(async (tx) => {
      // Two links of one account that are used at once take turns, or each would believe the other still unused.
      const account = await lockAccount(tx, link.userId);
      const taken = account && (await takeLink(tx, link.hash, new Date()));
      if (!taken) throw linkExpired();
      const changed = await STEPS[taken.type](provider, tx, { link: taken, account, passwordHash, address });
      if (!changed) throw linkExpired();
      const isHalf = taken.type === 'email_change' && !taken.isLast;
      return andThen(tx, { account: changed, type: taken.type, isHalf, nextPath: taken.nextPath });
    })
    .catch((error: unknown) => {
      // Another account took the address at the same moment.
      throw isUniqueViolation(error) ? linkExpired() : error;
    });
}
