import type { Tx } from '../../platform/db/database.ts';
import { useInvite } from '../accounts/admit.ts';
import { consentTo } from '../accounts/consent.ts';
import { newAccount } from '../accounts/sign-up.ts';
import { audit } from '../audit.ts';
import type { Provider } from '../context.ts';
import { type AccountRow, insertAccount, updateAccount } from '../queries.ts';
import type { From } from './external.ts';

/**
 * Admission comes first, so that a newcomer who may not join is not asked to agree to the rules.
 * @throws AuthError signup_disabled, rules_not_accepted
 */
export async function admitNewcomer(
  provider: Provider,
  tx: Tx,
  account: AccountRow,
  { inviteId, consent: agreed }: From,
): Promise<AccountRow> {
  await useInvite(provider, tx, { inviteId });
  const consent = consentTo(provider.settings.current(), agreed?.rules);
  const [admitted] = await updateAccount(tx, account.id, { inviteId, consent, confirmedAt: new Date() });
  return admitted ?? account;
}

/** Null if the address has an account. @throws AuthError signup_disabled, rules_not_accepted */
export async function createConfirmed(
  provider: Provider,
  tx: Tx,
  email: string,
  from: From,
): Promise<AccountRow | null> {
  const account = newAccount(email);
  if ((await insertAccount(tx, account)).length === 0) return null;
  await audit(tx, { action: 'signed_up', userId: account.id, address: from.address });
  return admitNewcomer(provider, tx, account, from);
}
