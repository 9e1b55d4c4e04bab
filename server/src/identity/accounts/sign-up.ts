import { createHmac } from 'node:crypto';
import { stringify as stringifyUuid, v4 as uuidv4 } from 'uuid';
import { confirmEmailMail, haveAccountMail } from '../../platform/mail/templates.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { makeLink } from '../links/links.ts';
import { linkTarget, siteOf } from '../links/next-path.ts';
import {
  type AccountRow,
  findAccountByEmail,
  type IdentityRow,
  insertAccount,
  insertIdentity,
  listIdentities,
  setPendingInvite,
} from '../queries.ts';
import { grantTokens, startSession } from '../sessions/session.ts';
import { requireAdmission, useInvite } from './admit.ts';
import { consentTo } from './consent.ts';
import { readEmail } from './email.ts';
import { checkStrength, hashPassword } from './password.ts';
import { type AuthSession, type AuthUser, presentAccount } from './present.ts';
import { randomUsername } from './random-username.ts';
import type { Consent } from './tables.ts';
import { mergeMetadata } from './user-metadata.ts';

interface SignUp {
  email: unknown;
  password: unknown;
  /** User metadata: what the member states about themselves; `rules` is the hash of the rules they agree to. */
  data?: unknown;
  invite?: string | undefined;
  next?: string | undefined;
  address: string;
}

interface SignedUp {
  /** Null if accounts need confirmation. */
  session: AuthSession | null;
  user: AuthUser;
  username: string;
}

export function newAccount(email: string): AccountRow {
  const now = new Date();
  return {
    id: uuidv4(),
    email,
    passwordHash: null,
    confirmedAt: null,
    isAutoConfirmed: false,
    emailChangedAt: null,
    promisedUsername: randomUsername(),
    userMetadata: {},
    inviteId: null,
    consent: null,
    bannedUntil: null,
    lastSignInAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

export function emailIdentityOf({ id, createdAt }: AccountRow): IdentityRow {
  return {
    id: uuidv4(),
    userId: id,
    provider: 'email',
    subject: id,
    profile: null,
    createdAt,
  };
}

// A decoy user for the reply while an account awaits confirmation. It must look the same for a known address,
// so its id is derived from the address: stable across repeats, and not that of any account.
function decoyUser({ deriveKey }: Provider, email: string): AuthUser {
  const bytes = createHmac('sha256', deriveKey('sign-up replies')).update(email).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const id = stringifyUuid(bytes);
  const account = { ...newAccount(email), id };
  return presentAccount(account, [{ ...emailIdentityOf(account), id }], []);
}

interface Attempt {
  email: string;
  passwordHash: string;
  userMetadata: Record<string, unknown>;
  consent: Consent | null;
  target: string | null;
  inviteId: string | null;
  address: string;
}

async function signUpConfirmed(
  provider: Provider,
  { address, target: _, ...attempt }: Attempt,
): Promise<SignedUp> {
  const { db } = provider;
  const now = new Date();
  const account = {
    ...newAccount(attempt.email),
    ...attempt,
    confirmedAt: now,
    isAutoConfirmed: true,
    lastSignInAt: now,
  };
  const session = await db.transact(async (tx) => {
    const inserted = await insertAccount(tx, account);
    if (inserted.length === 0) throw new AuthError(422, 'user_already_exists', 'User already registered');
    await useInvite(provider, tx, account);
    await insertIdentity(tx, emailIdentityOf(account));
    await audit(tx, { action: 'signed_up', userId: account.id, address });
    return startSession(provider, tx, account, 'password');
  });
  const granted = await db.read((conn) => grantTokens(provider, conn, session, account));
  return { session: granted, user: granted.user, username: account.promisedUsername };
}

async function signUpByMail(
  provider: Provider,
  { address, email, inviteId, ...attempt }: Attempt,
): Promise<SignedUp> {
  const { config, db } = provider;
  const created = { ...newAccount(email), consent: attempt.consent };
  await db.transact(async (tx) => {
    // Every step also runs for a known address, where it changes nothing, so that both take equally long.
    await insertAccount(tx, created);
    const account = (await findAccountByEmail(tx, email)) ?? created;
    await setPendingInvite(tx, account.id, inviteId);
    const [identity = emailIdentityOf(account)] = await listIdentities(tx, account.id);
    await insertIdentity(tx, identity);
    await audit(tx, { action: 'signed_up', userId: account.id, address });
    // Stored, though not mailed, for a known address, too: a sign-in with this password gets the same reply.
    const link = await makeLink(provider, tx, { userId: account.id, type: 'signup', ...attempt });
    await provider.post(
      tx,
      account.confirmedAt
        ? haveAccountMail(email, siteOf(attempt.target) ?? config.publicUrl)
        : confirmEmailMail(email, link),
    );
  });
  return { session: null, user: decoyUser(provider, email), username: created.promisedUsername };
}

const statementsIn = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? { ...data } : {};

/**
 * If accounts need confirmation, known and unknown addresses get the same reply; only the later mail differs.
 * @throws AuthError validation_failed, weak_password, signup_disabled, rules_not_accepted, over_…_rate_limit
 */
export async function signUp(
  provider: Provider,
  { email: given, password, data, invite, next, address }: SignUp,
): Promise<SignedUp> {
  const { autoconfirm, passwordMin } = provider.config.identity;
  const inviteId = await requireAdmission(provider, invite, address);
  // Without e-mail and password the call is the client's anonymous sign-in.
  if (given === undefined && password === undefined) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  const email = readEmail(given);
  const text = typeof password === 'string' ? password : '';
  await checkStrength(text, passwordMin);
  const { rules, ...stated } = statementsIn(data);
  const consent = consentTo(provider.settings.current(), rules);
  const userMetadata = mergeMetadata({}, consent ? stated : data);
  await provider.limits.take('signUpPerAddress', address);
  if (!autoconfirm) await provider.limits.takeMail(email, address);
  const known = await provider.db.read((conn) => findAccountByEmail(conn, email));
  const attempt = {
    email,
    // Reuses the salt of a known account's password, so that a sign-in hashes once to compare with both.
    passwordHash: await hashPassword(text, known?.passwordHash),
    userMetadata,
    consent,
    target: linkTarget(provider.config, next),
    inviteId,
    address,
  };
  return autoconfirm ? signUpConfirmed(provider, attempt) : signUpByMail(provider, attempt);
}
