import { v4 as uuidv4 } from 'uuid';
import { ensureUser } from '../../members/public.ts';
import type { Tx } from '../../platform/db/database.ts';
import { appointAdmin } from '../accounts/appoint-admin.ts';
import { randomUsername } from '../accounts/random-username.ts';
import type { IdentityProfile } from '../external/tables.ts';
import { deleteIdentities, findAccount, insertIdentity, lockSession, updateAccount } from '../queries.ts';
import { otherHolders, putAccount, putSession } from './queries.ts';
import { firstUsername, type HostedUser } from './remote.ts';

interface Mirrored {
  user: HostedUser;
  sessionId: string;
  isAutoConfirmed: boolean;
  /** In lower case. */
  adminEmails: readonly string[];
}

type Profile = NonNullable<HostedUser['identities']>[number]['identity_data'];

function profileOf(data: Profile): IdentityProfile | null {
  const username = data?.user_name ?? data?.full_name ?? data?.name;
  if (!username) return null;
  return {
    user_name: username,
    full_name: data?.full_name ?? username,
    avatar_url: data?.avatar_url ?? null,
  };
}

/**
 * Mirrors an account and its session as if they were ours, so that readers of accounts need not know the
 * provider. Creates the product's member at the first sign-in.
 */
export async function mirrorAccount(
  tx: Tx,
  { user, sessionId, isAutoConfirmed, adminEmails }: Mirrored,
): Promise<void> {
  const now = new Date();
  const email = user.email.toLowerCase();
  const before = await findAccount(tx, user.id);
  // The provider decides who owns the address: the previous owner's becomes their id until mirrored again.
  for (const other of await otherHolders(tx, email, user.id)) {
    await updateAccount(tx, other.id, { email: other.id });
  }
  const account = {
    id: user.id,
    email,
    passwordHash: null,
    confirmedAt: user.email_confirmed_at ? new Date(user.email_confirmed_at) : null,
    isAutoConfirmed,
    emailChangedAt: before && before.email !== email ? now : (before?.emailChangedAt ?? null),
    promisedUsername: firstUsername(user.id),
    userMetadata: {},
    createdAt: now,
    updatedAt: now,
  };
  await putAccount(tx, account);
  await deleteIdentities(tx, user.id);
  for (const { provider, id, identity_data } of user.identities ?? []) {
    const profile = profileOf(identity_data);
    await insertIdentity(tx, {
      id: uuidv4(),
      userId: user.id,
      provider,
      subject: id,
      profile,
      createdAt: now,
    });
  }
  const isSignIn = !(await lockSession(tx, sessionId));
  await putSession(tx, {
    id: sessionId,
    userId: user.id,
    // The provider refreshes the session; the row exists only so that the session can be ended here.
    salt: '',
    counter: 0,
    delivered: 0,
    aal: 'aal1',
    amr: [],
    refreshedAt: now,
    createdAt: now,
  });
  await ensureUser(tx, { id: user.id, username: firstUsername(user.id), anotherName: randomUsername });
  if (isSignIn) await appointAdmin(tx, adminEmails, account);
}
