import type { Tx } from '../../platform/db/database.ts';
import { confirmEmailMail, haveAccountMail, LINK_LASTS_MS } from '../../platform/mail/templates.ts';
import { readEmail } from '../accounts/email.ts';
import { mailNewAddressLink, requestEmailChange } from '../accounts/request-email-change.ts';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { type AccountRow, findAccountByEmail, liveLinks } from '../queries.ts';
import { makeLink } from './links.ts';
import { linkTarget, pathOf, siteOf } from './next-path.ts';

interface Request {
  email: unknown;
  type: unknown;
  next: string | undefined;
  address: string;
}

/** If the request names no page, the link leads where the previous one did. */
function targetOf(requested: string | null, before: string | null): string | null {
  const isPlain = pathOf(requested) === null && siteOf(requested) === siteOf(before);
  return requested === null || isPlain ? before : requested;
}

async function resendSignUp(
  provider: Provider,
  tx: Tx,
  account: AccountRow,
  requested: string | null,
): Promise<void> {
  const { publicUrl } = provider.config;
  const now = new Date();
  const attempts = await liveLinks(tx, account.id, 'signup', now);
  const [only] = attempts;
  const target = targetOf(requested, only?.target ?? null);
  if (account.confirmedAt) {
    // Someone who signed up with a known address expects a mail: send the same one as before.
    if (only) await provider.post(tx, haveAccountMail(account.email, siteOf(target) ?? publicUrl));
    return;
  }
  // The first attempt created the account: while that is younger than a link lasts, none has expired.
  const isComplete = account.createdAt.getTime() > now.getTime() - LINK_LASTS_MS;
  const isUnambiguous = isComplete && new Set(attempts.map((attempt) => attempt.passwordHash)).size === 1;
  // With several attempts it is unknown which password is the owner's, so the link's page asks for one.
  const link = await makeLink(provider, tx, {
    userId: account.id,
    type: 'signup',
    passwordHash: isUnambiguous ? (only?.passwordHash ?? null) : null,
    // Keep the time of the attempt: a resend for a known address does not prolong the attempt, either.
    ...(isUnambiguous && only && { createdAt: only.createdAt }),
    userMetadata: isUnambiguous ? (only?.userMetadata ?? null) : null,
    // Links expire within the hour; what the newcomer agreed to is stored with the account as well.
    consent: only?.consent ?? account.consent,
    target,
  });
  await provider.post(tx, confirmEmailMail(account.email, link));
}

async function resendEmailChange(
  provider: Provider,
  tx: Tx,
  account: AccountRow,
  { requested, address }: { requested: string | null; address: string },
): Promise<void> {
  const [pending] = await liveLinks(tx, account.id, 'email_change', new Date());
  if (!pending?.newEmail) return;
  const change = { account, newEmail: pending.newEmail, target: targetOf(requested, pending.target) };
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
  const { db, limits, afterReply, config } = provider;
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
      const requested = linkTarget(config, next);
      if (type === 'signup') await resendSignUp(provider, tx, account, requested);
      else await resendEmailChange(provider, tx, account, { requested, address });
    }),
  );
}
