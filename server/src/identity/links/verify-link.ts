import { isUniqueViolation, type Tx } from '../../platform/db/database.ts';
import { passwordChangedMail } from '../../platform/mail/templates.ts';
import { useInvite } from '../accounts/admit.ts';
import { isProven } from '../accounts/appoint-admin.ts';
import { changeEmail } from '../accounts/change-email.ts';
import { handOver, unlinkProviders } from '../accounts/drop-access.ts';
import { checkOwnPassword } from '../accounts/own-password.ts';
import { checkStrength, hashPassword } from '../accounts/password.ts';
import { mailNewAddressLink } from '../accounts/request-email-change.ts';
import { emailIdentityOf } from '../accounts/sign-up.ts';
import { audit } from '../audit.ts';
import { linkExpired } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { endKeys } from '../keys/end-keys.ts';
import { notifyOfSecurity } from '../notify-of-security.ts';
import { dropForeignPasskeys } from '../passkeys/remove-passkey.ts';
import {
  type AccountRow,
  deleteLinks,
  findLink,
  insertIdentity,
  type LinkRow,
  lockAccount,
  takeLink,
  updateAccount,
} from '../queries.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { questionOf } from './link-question.ts';
import { hashToken } from './links.ts';

interface UsedLink {
  token: string;
  type: string;
  /** For a link whose page asks for one; an API client may omit it. */
  password?: string;
  address: string;
}

export interface Verified {
  account: AccountRow;
  type: LinkRow['type'];
  /** For an e-mail change: the link to the other address is still unused. */
  isHalf: boolean;
  target: string | null;
}

interface Step extends Pick<UsedLink, 'address'> {
  link: LinkRow;
  account: AccountRow;
  passwordHash: string | null;
}

/** Finds a link without consuming it: mail scanners follow links, too. */
export async function peekLink({ db }: Provider, token: string, type: string): Promise<LinkRow> {
  const link = await db.read((conn) => findLink(conn, hashToken(token), new Date()));
  if (link?.type !== type) throw linkExpired();
  return link;
}

/** Sets the password of the link's sign-up attempt, or the page's, and discards the other attempts. */
async function confirmSignUp(provider: Provider, tx: Tx, { link, account, passwordHash, address }: Step) {
  // Attempts with a confirmed account's address are stored only so that sign-ins can compare with them.
  if (account.confirmedAt) return undefined;
  await useInvite(provider, tx, account);
  await deleteLinks(tx, account.id);
  await audit(tx, { action: 'confirmed', userId: account.id, address });
  const [confirmed] = await updateAccount(tx, account.id, {
    passwordHash: passwordHash ?? link.passwordHash,
    userMetadata: link.userMetadata ?? {},
    consent: link.consent,
    confirmedAt: new Date(),
  });
  return confirmed;
}

// Gives the account back to the owner of its address: an intruder may control its sessions, other providers
// and passkeys. If no mail had proven the address, nothing survives: anyone may have created the account.
async function recoverAccount(provider: Provider, tx: Tx, { account, passwordHash, address }: Step) {
  if (!account.confirmedAt) await useInvite(provider, tx, account);
  await deleteLinks(tx, account.id);
  await audit(tx, { action: 'recovery_used', userId: account.id, address });
  await endSessions(provider, tx, { userId: account.id }, 'password_changed');
  await endKeys(provider, tx, { userId: account.id }, 'password_changed');
  // An API client sends no password here: it gets a session, in which it may set one.
  if (passwordHash !== null) {
    await audit(tx, { action: 'password_changed', userId: account.id, address });
    await notifyOfSecurity(
      provider,
      tx,
      account.id,
      passwordChangedMail(account.email, provider.config.publicUrl),
    );
  }
  await dropForeignPasskeys(tx, account.id);
  const reset = isProven(account)
    ? await unlinkProviders(tx, account.id)
    : await handOver(provider, tx, account);
  await insertIdentity(tx, emailIdentityOf(account));
  const [recovered] = await updateAccount(tx, account.id, {
    confirmedAt: account.confirmedAt ?? new Date(),
    ...reset,
    ...(passwordHash !== null && { passwordHash }),
  });
  return recovered;
}

async function confirmNewEmail(provider: Provider, tx: Tx, { link, account, address }: Step) {
  const { newEmail, target } = link;
  if (newEmail === null) return undefined;
  if (link.isLast) return changeEmail(provider, tx, { account, newEmail, address, isProven: true });
  await mailNewAddressLink(provider, tx, { account, newEmail, target });
  return account;
}

const STEPS = { signup: confirmSignUp, recovery: recoverAccount, email_change: confirmNewEmail } as const;

/**
 * Uses a link from a mail, once. `andThen` runs in the same transaction.
 * @throws AuthError otp_expired, weak_password, reauthentication_needed, current_password_invalid,
 * user_banned, signup_disabled, 429
 */
export async function verifyLink<T>(
  provider: Provider,
  { token, type, password, address }: UsedLink,
  andThen: (tx: Tx, verified: Verified) => Promise<T>,
): Promise<T> {
  const link = await peekLink(provider, token, type);
  const question = await questionOf(provider, link);
  const isProgram = password === undefined;
  let passwordHash: string | null = null;
  if (question.what === 'password') {
    await checkOwnPassword(provider, { account: question.account, password, address, isSignedIn: false });
  } else if (question.what === 'new password' && !(isProgram && question.isOptional)) {
    await checkStrength(password ?? '', provider.config.identity.passwordMin);
    passwordHash = await hashPassword(password ?? '');
  }
  return provider.db
    .transact(async (tx) => {
      // Serializes two links of one account: used at once, each would consider the other still unused.
      const account = await lockAccount(tx, link.userId);
      const taken = account && (await takeLink(tx, link.hash, new Date()));
      if (!taken) throw linkExpired();
      // Checking a password takes a while: it may have changed since.
      if (question.what === 'password' && account.passwordHash !== question.account.passwordHash)
        throw linkExpired();
      const changed = await STEPS[taken.type](provider, tx, { link: taken, account, passwordHash, address });
      if (!changed) throw linkExpired();
      const isHalf = taken.type === 'email_change' && !taken.isLast;
      return andThen(tx, { account: changed, type: taken.type, isHalf, target: taken.target });
    })
    .catch((error: unknown) => {
      // Another account took the address at the same moment.
      throw isUniqueViolation(error) ? linkExpired() : error;
    });
}
