import { v4 as uuidv4 } from 'uuid';
import type { Tx } from '../../platform/db/database.ts';
import { oidcLinkedMail } from '../../platform/mail/templates.ts';
import { readEmail } from '../accounts/email.ts';
import { audit } from '../audit.ts';
import { AuthError, unexpectedFailure } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import type { From } from '../external/external.ts';
import { createConfirmed } from '../external/join.ts';
import { findIdentity } from '../external/queries.ts';
import { notifyOfSecurity } from '../notify-of-security.ts';
import { type AccountRow, deleteUnconfirmedAccount, findAccount, insertIdentity } from '../queries.ts';
import { addressRefused, type OidcAddress, warningOf } from './verified-address.ts';

export const PROVIDER = 'oidc';

interface Person {
  /** Issuer and subject. */
  subject: string;
  email: OidcAddress;
}

async function insertLink(tx: Tx, userId: string, subject: string, address: string): Promise<void> {
  const row = { id: uuidv4(), userId, provider: PROVIDER, subject, profile: null, createdAt: new Date() };
  // Two flows with one subject raced, and the other one has linked it to another account.
  if ((await insertIdentity(tx, row)).length === 0) throw unexpectedFailure();
  await audit(tx, { action: 'oidc_linked', userId, address });
}

/**
 * By issuer and subject alone: an e-mail address never links an account; its owner links it when signed in.
 * @throws AuthError user_already_exists, provider_email_…, signup_disabled, rules_not_accepted
 */
export async function accountOf(
  provider: Provider,
  tx: Tx,
  { subject, email: given }: Person,
  from: From,
): Promise<AccountRow> {
  const identity = await findIdentity(tx, PROVIDER, subject);
  if (identity) {
    const account = await findAccount(tx, identity.userId);
    if (!account) throw unexpectedFailure();
    return account;
  }
  if ('problem' in given) {
    provider.log.warn({ issuer: provider.config.identity.oidc?.issuer }, warningOf(given.problem));
    throw addressRefused(given.problem);
  }
  const email = readEmail(given.email);
  // An address that was never confirmed has no content, and someone else may have typed it.
  const [abandoned] = await deleteUnconfirmedAccount(tx, email);
  const inviteId = from.inviteId ?? abandoned?.inviteId ?? null;
  const account = await createConfirmed(provider, tx, email, { ...from, inviteId });
  if (!account) {
    throw new AuthError(
      422,
      'user_already_exists',
      'Sign in to the account with this address first, then link it',
    );
  }
  await insertLink(tx, account.id, subject, from.address);
  return account;
}

/** Also notifies the member. @throws AuthError identity_already_exists */
export async function linkTo(
  { config, post }: Provider,
  tx: Tx,
  account: AccountRow,
  { subject, address }: Pick<Person, 'subject'> & { address: string },
): Promise<void> {
  const identity = await findIdentity(tx, PROVIDER, subject);
  if (identity?.userId === account.id) return;
  if (identity) {
    throw new AuthError(422, 'identity_already_exists', 'Identity is already linked to another user');
  }
  await insertLink(tx, account.id, subject, address);
  const name = config.identity.oidc?.name ?? '';
  await notifyOfSecurity({ post }, tx, account.id, oidcLinkedMail(account.email, name, config.publicUrl));
}
