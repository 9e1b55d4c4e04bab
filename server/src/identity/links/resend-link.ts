import type { Tx } from '../../db/database.ts';
import { confirmEmailMail, haveAccountMail, LINK_LASTS_MS } from '../../mail/templates.ts';
import { readEmail } from '../accounts/email.ts';
import { mailNewAddressLink, requestEmailChange } from '../accounts/request-email-change.ts';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { type AccountRow, findAccountByEmail, liveLinks } from '../queries.ts';
import { makeLink } from './links.ts';
import { nextPath } from './next-path.ts';

interface Request {
  email: unknown;
  type: unknown;
  /** As at sign-up; without it the link leads where the previous one did. */
  next: string | undefined;
  /** The network address by which requests are counted. */
  address: string;
}

async function resendSignUp(
  provider: Provider,
  tx: Tx,
  account: AccountRow,
  next: string | undefined,
): Promise<void> {
  const now = new Date();
  const attempts = await liveLinks(tx, account.id, 'signup', now);
  const [only] = attempts;
  if (account.confirmedAt) {
    // A sign-up with a known address expects a mail, and gets the same one as before.
    if (only) await provider.post(tx, haveAccountMail(account.email, provider.config.publicUrl));
    return;
  }
  // The first attempt created the account: while that is younger than a link's lifetime, no attempt has
  // expired.
  const isComplete = account.createdAt.getTime() > now.getTime() - LINK_LASTS_MS;
  const isUnambiguous = isComplete && new Set(attempts.map((attempt) => attempt.passwordHash)).size === 1;
  // With several attempts it is unknown which password is the owner's, so the link's page asks for one.
  const link = await makeLink(provider, tx, {
    userId: account.id,
    type: 'signup',
    passwordHash: isUnambiguous ? (only?.passwordHash ?? null) : null,
    // The repeat has the time of its attempt: a resend for a known address could not make that younger,
    // either.
    ...(isUnambiguous && only && { createdAt: only.createdAt }),
    userMetadata: isUnambiguous ? (only?.userMetadata ?? null) : null,
    nextPath: nextPath(provider.config.publicUrl, next) ?? only?.nextPath ?? null,
  });
  await provider.post(tx, confirmEmailMail(account.email, link));
}

async function resendEmailChange(
  provider: Provider,
  tx: Tx,
  account: AccountRow,
  address: string,
): Promise<void> {
  const [pending] = await liveLinks(tx, account.id, 'email_change', new Date());
  if (!pending?.newEmail) return;
  const change = { account, newEmail: pending.newEmail };
  await (pending.isLast
    ? mailNewAddressLink(provider, tx, change)
    : requestEmailChange(provider, tx, { ...change, address }));
}

/**
 * Mails fresh links if an account awaits them; the reply and its time are the same either way.
 * @throws AuthError validation_failed, over_email_send_rate_limit
 */
export async function resendLink(
  provider: Provider,
  { email: given, type, next, address }: Request,
): Promise<void> {
  const { db, limits, afterReply } = provider;
  if (type !== 'signup' && type !== 'email_change') {
    throw new AuthError(400, 'validation_failed', 'Missing one of these types: signup, email_change');
  }
  const email = readEmail(given);
  await limits.take('mailPerAddress', address);
  await limits.takeMail(email, address);
  afterReply(() =>
    db.transact(async (tx) => {
      const account = await findAccountByEmail(tx, email);
      if (!account) return;
      if (type === 'signup') await resendSignUp(provider, tx, account, next);
      else await resendEmailChange(provider, tx, account, address);
    }),
  );
}
