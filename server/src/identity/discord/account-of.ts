import { v4 as uuidv4 } from 'uuid';
import type { Tx } from '../../db/database.ts';
import type { IdentityProfile } from '../../db/identity-tables.ts';
import { discordLinkedMail } from '../../mail/templates.ts';
import { isProven } from '../accounts/appoint-admin.ts';
import { handOver } from '../accounts/drop-access.ts';
import { readEmail } from '../accounts/email.ts';
import { newAccount } from '../accounts/sign-up.ts';
import { audit } from '../audit.ts';
import { AuthError, unexpectedFailure } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import {
  type AccountRow,
  findAccount,
  findAccountByEmail,
  insertAccount,
  insertIdentity,
  lockAccount,
  updateAccount,
} from '../queries.ts';
import { avatarPath, type DiscordPerson, PICTURES } from './discord-api.ts';
import { findIdentity, updateProfile } from './queries.ts';
import { takeOverAvatar } from './take-over-avatar.ts';

export const PROVIDER = 'discord';

function profileOf(person: DiscordPerson): IdentityProfile {
  const path = avatarPath(person);
  return {
    user_name: person.username,
    full_name: person.global_name ?? person.username,
    avatar_url: path && `${PICTURES}${path}`,
  };
}

/** The metadata that clients of the contract read of a person from another provider. It grants nothing. */
const metadataOf = (person: DiscordPerson) => ({ provider_id: person.id, ...profileOf(person) });

async function link(
  provider: Provider,
  tx: Tx,
  userId: string,
  person: DiscordPerson,
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
  // The same Discord id came back twice at once, and the other sign-in has linked it to another account.
  if (inserted.length === 0) throw unexpectedFailure();
  await audit(tx, { action: 'discord_linked', userId, address });
  tx.afterCommit(() => provider.afterReply(() => takeOverAvatar(provider, userId, person)));
}

/** Finds the person's account, links the one with the e-mail that Discord has verified, or makes a new one. */
async function findOrMake(
  provider: Provider,
  tx: Tx,
  person: DiscordPerson,
  address: string,
): Promise<AccountRow> {
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
    if (!provider.config.identity.signupOpen) {
      throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
    }
    const account = { ...newAccount(email), confirmedAt: new Date() };
    const inserted = await insertAccount(tx, account);
    // Another request has just made the account.
    if (inserted.length === 0) return findOrMake(provider, tx, person, address);
    await audit(tx, { action: 'signed_up', userId: account.id, address });
    await link(provider, tx, account.id, person, address);
    return account;
  }
  const found = await lockAccount(tx, holder.id);
  // The account has just changed its address, or is gone.
  if (found?.email !== email) return findOrMake(provider, tx, person, address);
  if (isProven(found)) {
    await link(provider, tx, found.id, person, address);
    await provider.post(tx, discordLinkedMail(email, provider.config.publicUrl));
    return found;
  }
  const owned = await handOver(provider, tx, found);
  await link(provider, tx, found.id, person, address);
  const [account] = await updateAccount(tx, found.id, { ...owned, confirmedAt: new Date() });
  return account ?? found;
}

/**
 * The account that somebody from Discord signs in to. An e-mail links only if Discord has verified it, and an account
 * whose own address was never proven loses whatever its maker had put into it.
 * @param address the network address of the request.
 * @throws AuthError provider_email_needs_verification, signup_disabled, user_banned
 */
export async function accountOf(
  provider: Provider,
  tx: Tx,
  person: DiscordPerson,
  address: string,
): Promise<AccountRow> {
  const account = await findOrMake(provider, tx, person, address);
  const userMetadata = { ...account.userMetadata, ...metadataOf(person) };
  const [updated] = await updateAccount(tx, account.id, { userMetadata });
  return updated ?? account;
}
