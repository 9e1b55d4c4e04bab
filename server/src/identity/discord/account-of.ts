import { v4 as uuidv4 } from 'uuid';
import type { Tx } from '../../platform/db/database.ts';
import { discordLinkedMail } from '../../platform/mail/templates.ts';
import { isProven } from '../accounts/appoint-admin.ts';
import { handOver } from '../accounts/drop-access.ts';
import { readEmail } from '../accounts/email.ts';
import { audit } from '../audit.ts';
import { AuthError, unexpectedFailure } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import type { From } from '../external/external.ts';
import { admitNewcomer, createConfirmed } from '../external/join.ts';
import { findIdentity, updateProfile } from '../external/queries.ts';
import type { IdentityProfile } from '../external/tables.ts';
import { notifyOfSecurity } from '../notify-of-security.ts';
import {
  type AccountRow,
  findAccount,
  findAccountByEmail,
  insertIdentity,
  lockAccount,
  updateAccount,
} from '../queries.ts';
import { avatarPath, type DiscordUser, PICTURES } from './discord-api.ts';
import { importAvatar } from './import-avatar.ts';

export const PROVIDER = 'discord';

function profileOf(person: DiscordUser): IdentityProfile {
  const path = avatarPath(person);
  return {
    user_name: person.username,
    full_name: person.global_name ?? person.username,
    avatar_url: path && `${PICTURES}${path}`,
  };
}

/** The metadata that clients of the contract read about a member of another provider. It grants nothing. */
const metadataOf = (person: DiscordUser) => ({ provider_id: person.id, ...profileOf(person) });

async function link(
  provider: Provider,
  tx: Tx,
  userId: string,
  person: DiscordUser,
  address: string,
): Promise<void> {
  const row = {
    id: uuidv4(),
    userId,
    provider: PROVIDER,
    subject: person.id,
    profile: profileOf(person),
    createdAt: new Date(),
  };
  const inserted = await insertIdentity(tx, row);
  // Two sign-ins with one Discord id raced, and the other one has linked it to another account.
  if (inserted.length === 0) throw unexpectedFailure();
  await audit(tx, { action: 'discord_linked', userId, address });
  tx.afterCommit(() => provider.afterReply(() => importAvatar(provider, userId, person)));
}

/** Also notifies the member. @throws AuthError identity_already_exists */
export async function linkTo(
  provider: Provider,
  tx: Tx,
  account: AccountRow,
  { person, address }: { person: DiscordUser; address: string },
): Promise<void> {
  const identity = await findIdentity(tx, PROVIDER, person.id);
  if (identity?.userId === account.id) return;
  if (identity) {
    throw new AuthError(422, 'identity_already_exists', 'Identity is already linked to another user');
  }
  await link(provider, tx, account.id, person, address);
  await notifyOfSecurity(
    provider,
    tx,
    account.id,
    discordLinkedMail(account.email, provider.config.publicUrl),
  );
}

/** Finds the member's account, links the one with the e-mail that Discord has verified, or creates one. */
async function findOrCreate(
  provider: Provider,
  tx: Tx,
  person: DiscordUser,
  attempt: From,
): Promise<AccountRow> {
  const { address } = attempt;
  const identity = await findIdentity(tx, PROVIDER, person.id);
  if (identity) {
    await updateProfile(tx, identity.id, profileOf(person));
    const account = await findAccount(tx, identity.userId);
    if (!account) throw unexpectedFailure();
    return account;
  }
  if (!person.email || person.verified !== true) {
    throw new AuthError(403, 'provider_email_needs_verification', 'Unverified email with discord');
  }
  const email = readEmail(person.email);
  const holder = await findAccountByEmail(tx, email);
  if (!holder) {
    const account = await createConfirmed(provider, tx, email, attempt);
    // Another request has just created the account.
    if (!account) return findOrCreate(provider, tx, person, attempt);
    await link(provider, tx, account.id, person, address);
    return account;
  }
  const found = await lockAccount(tx, holder.id);
  // The account has just changed its address, or is gone.
  if (found?.email !== email) return findOrCreate(provider, tx, person, attempt);
  if (isProven(found)) {
    await link(provider, tx, found.id, person, address);
    await notifyOfSecurity(provider, tx, found.id, discordLinkedMail(email, provider.config.publicUrl));
    return found;
  }
  const reset = await handOver(provider, tx, found);
  await link(provider, tx, found.id, person, address);
  const [account = found] = await updateAccount(tx, found.id, reset);
  if (found.confirmedAt) return account;
  return admitNewcomer(provider, tx, account, { ...attempt, inviteId: attempt.inviteId ?? found.inviteId });
}

/**
 * An e-mail address links an account only if Discord has verified it. An account whose address was never
 * proven loses everything that its creator put into it.
 * @throws AuthError provider_email_needs_verification, signup_disabled, rules_not_accepted, user_banned
 */
export async function accountOf(
  provider: Provider,
  tx: Tx,
  person: DiscordUser,
  attempt: From,
): Promise<AccountRow> {
  const account = await findOrCreate(provider, tx, person, attempt);
  const userMetadata = { ...account.userMetadata, ...metadataOf(person) };
  const [updated] = await updateAccount(tx, account.id, { userMetadata });
  return updated ?? account;
}
