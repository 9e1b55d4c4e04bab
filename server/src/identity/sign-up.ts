import { createHmac } from 'node:crypto';
import { stringify as stringifyUuid, v4 as uuidv4 } from 'uuid';
import type { Tx } from '../db/database.ts';
import { confirmEmailMail, haveAccountMail } from '../mail/templates.ts';
import { AuthError } from './auth-error.ts';
import type { Provider } from './context.ts';
import { readEmail } from './email.ts';
import { makeConfirmLink } from './links.ts';
import { checkStrength, hashPassword } from './password.ts';
import { type AuthSession, type AuthUser, presentAccount } from './present.ts';
import {
  type AccountRow,
  findAccountByEmail,
  insertAccount,
  insertIdentity,
  updateAccount,
} from './queries.ts';
import { randomUsername } from './random-username.ts';
import { grantTokens, startSession } from './session.ts';

interface SignUp {
  email: unknown;
  password: unknown;
  /** Whom attempts are counted by. */
  address: string;
}

interface SignedUp {
  /** Only where accounts need no confirmation. */
  session: AuthSession | null;
  user: AuthUser;
  username: string;
}

function newAccount(email: string): AccountRow {
  const now = new Date();
  return {
    id: uuidv4(),
    email,
    passwordHash: null,
    confirmedAt: null,
    isAutoConfirmed: false,
    promisedUsername: randomUsername(),
    userMetadata: {},
    bannedUntil: null,
    lastSignInAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

async function addAccount(tx: Tx, account: AccountRow): Promise<boolean> {
  const inserted = await insertAccount(tx, account);
  if (inserted.length === 0) return false;
  await insertIdentity(tx, {
    id: uuidv4(),
    userId: account.id,
    provider: 'email',
    subject: account.id,
    createdAt: account.createdAt,
  });
  return true;
}

/**
 * What the reply shows of an account that waits for its confirmation. The same whether the address is known or not, so
 * the id is drawn from the address: it stays the same over repeats and is nobody's.
 */
function promise({ deriveKey }: Provider, email: string): AuthUser {
  const drawn = createHmac('sha256', deriveKey('sign-up replies')).update(email).digest().subarray(0, 16);
  drawn[6] = ((drawn[6] ?? 0) & 0x0f) | 0x40;
  drawn[8] = ((drawn[8] ?? 0) & 0x3f) | 0x80;
  const id = stringifyUuid(drawn);
  const account = { ...newAccount(email), id };
  return presentAccount(account, [
    { id, userId: id, provider: 'email', subject: id, createdAt: account.createdAt },
  ]);
}

async function signUpAtOnce(provider: Provider, email: string, passwordHash: string): Promise<SignedUp> {
  const { db } = provider;
  const now = new Date();
  const account = {
    ...newAccount(email),
    passwordHash,
    confirmedAt: now,
    isAutoConfirmed: true,
    lastSignInAt: now,
  };
  const session = await db.transact(async (tx) => {
    if (!(await addAccount(tx, account))) {
      throw new AuthError(422, 'user_already_exists', 'User already registered');
    }
    return startSession(tx, account, 'password');
  });
  const granted = await db.read((conn) => grantTokens(provider, conn, session, account));
  return { session: granted, user: granted.user, username: account.promisedUsername };
}

/**
 * Signs somebody up. Unless accounts need no confirmation, the reply is the same for known and unknown addresses; what
 * there is to say goes to the address, after the reply.
 * @throws AuthError validation_failed, weak_password, signup_disabled, over_…_rate_limit
 */
export async function signUp(
  provider: Provider,
  { email: given, password, address }: SignUp,
): Promise<SignedUp> {
  const { config, db, limits, mailer } = provider;
  const { signupOpen, autoconfirm, passwordMin } = config.identity;
  if (!signupOpen) throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  const email = readEmail(given);
  const text = typeof password === 'string' ? password : '';
  checkStrength(text, passwordMin);
  await limits.take('signUpPerAddress', address);
  if (!autoconfirm) {
    await limits.take('mailPerMinute', email);
    await limits.take('mailPerHour', email);
  }
  const passwordHash = await hashPassword(text);
  if (autoconfirm) return signUpAtOnce(provider, email, passwordHash);

  const username = await db.transact(async (tx) => {
    const fresh = newAccount(email);
    await addAccount(tx, fresh);
    const account = (await findAccountByEmail(tx, email)) ?? fresh;
    // A known address costs the same work as an unknown one.
    await updateAccount(tx, account.id, {});
    if (account.confirmedAt) {
      tx.afterCommit(() => mailer.send(haveAccountMail(email, config.publicUrl)));
      return fresh.promisedUsername;
    }
    const link = await makeConfirmLink(provider, tx, account.id, passwordHash);
    tx.afterCommit(() => mailer.send(confirmEmailMail(email, link)));
    return fresh.promisedUsername;
  });
  return { session: null, user: promise(provider, email), username };
}
