import { v4 as uuidv4 } from 'uuid';
import type { Tx } from '../../db/database.ts';
import { ensureUser } from '../../users/ensure-user.ts';
import { insertIdentity, updateAccount } from '../queries.ts';
import { randomUsername } from '../random-username.ts';
import { deleteIdentities, otherHolders, putAccount, putSession } from './queries.ts';
import { firstUsername, type HostedUser } from './remote.ts';

interface Seen {
  user: HostedUser;
  sessionId: string;
  isAutoConfirmed: boolean;
}

/**
 * Stores an account of the hosted provider, with its session, as if it were ours: so suspension, admins and whatever
 * else reads accounts need not know where people sign in. Makes the product's member at their first sign-in.
 */
export async function mirrorAccount(tx: Tx, { user, sessionId, isAutoConfirmed }: Seen): Promise<void> {
  const now = new Date();
  const email = user.email.toLowerCase();
  // The provider decides whose the address is now; an account that had it before has its id there until its next visit.
  for (const other of await otherHolders(tx, email, user.id)) {
    await updateAccount(tx, other.id, { email: other.id });
  }
  await putAccount(tx, {
    id: user.id,
    email,
    passwordHash: null,
    confirmedAt: user.email_confirmed_at ? new Date(user.email_confirmed_at) : null,
    isAutoConfirmed,
    promisedUsername: firstUsername(user.id),
    userMetadata: {},
    createdAt: now,
    updatedAt: now,
  });
  await deleteIdentities(tx, user.id);
  for (const { provider, id } of user.identities ?? []) {
    await insertIdentity(tx, { id: uuidv4(), userId: user.id, provider, subject: id, createdAt: now });
  }
  await putSession(tx, {
    id: sessionId,
    userId: user.id,
    // The provider does the refreshing; here the session only has to exist, so that it can be ended.
    salt: '',
    counter: 0,
    delivered: 0,
    aal: 'aal1',
    amr: [],
    refreshedAt: now,
    createdAt: now,
  });
  await ensureUser(tx, { id: user.id, username: firstUsername(user.id), anotherName: randomUsername });
}
