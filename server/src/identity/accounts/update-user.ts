import { isDeepStrictEqual } from 'node:util';
import { isUniqueViolation, type Tx } from '../../platform/db/database.ts';
import { passwordChangedMail } from '../../platform/mail/templates.ts';
import { audit } from '../audit.ts';
import { AuthError, currentPasswordInvalid, sessionNotFound } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { linkTarget } from '../links/next-path.ts';
import { notifyOfSecurity } from '../notify-of-security.ts';
import {
  type AccountRow,
  deleteLinks,
  findLive,
  lockAccount,
  type SessionRow,
  updateAccount,
  updateSession,
} from '../queries.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { changeEmail } from './change-email.ts';
import { readEmail } from './email.ts';
import { hashNewPassword } from './new-password.ts';
import { requestEmailChange } from './request-email-change.ts';
import { mergeMetadata } from './user-metadata.ts';

interface Update {
  sessionId: string;
  address: string;
  body: { data?: unknown; email?: unknown; password?: unknown };
  next?: string | undefined;
}

/** After a change to a proven address, only the password can sign in. */
const passwordMissing = () =>
  new AuthError(
    422,
    'validation_failed',
    'Set a password first: you will sign in with it and your new address.',
  );

const emailTaken = () => new AuthError(422, 'user_already_exists', 'User already registered');

interface SetPassword {
  account: AccountRow;
  session: SessionRow;
  passwordHash: string;
  address: string;
}

/** Stores the new password, ends the other sessions, and voids links and a pending recovery. */
async function setPassword(
  provider: Provider,
  tx: Tx,
  { account, session, passwordHash, address }: SetPassword,
): Promise<void> {
  const { id: userId, email } = account;
  await updateAccount(tx, userId, { passwordHash });
  await deleteLinks(tx, userId);
  const amr = session.amr.map((each) =>
    each.method === 'recovery' ? { ...each, method: 'password' as const } : each,
  );
  await updateSession(tx, session.id, { amr });
  await endSessions(provider, tx, { userId, except: session.id }, 'password_changed');
  await audit(tx, { action: 'password_changed', userId, address });
  await notifyOfSecurity(provider, tx, userId, passwordChangedMail(email, provider.config.publicUrl));
}

async function setEmail(
  provider: Provider,
  tx: Tx,
  change: { account: AccountRow; newEmail: string; target: string | null; address: string },
): Promise<void> {
  if (!provider.config.identity.autoconfirm) return requestEmailChange(provider, tx, change);
  if (!(await changeEmail(provider, tx, { ...change, isProven: false }))) throw emailTaken();
}

/**
 * The e-mail changes once both addresses have confirmed it, the new one last.
 * @throws AuthError validation_failed, current_password_required, same_password, weak_password, 429;
 * user_already_exists where no mail is sent
 */
export async function updateUser(
  provider: Provider,
  { sessionId, address, body, next }: Update,
): Promise<void> {
  const { db, limits, config } = provider;
  const live = await db.read((conn) => findLive(conn, sessionId));
  if (!live) throw sessionNotFound();
  const { account, session } = live;
  const given = body.email === undefined ? account.email : readEmail(body.email);
  const newEmail = given === account.email ? null : given;
  const passwordHash =
    typeof body.password === 'string'
      ? await hashNewPassword(provider, { account, session, password: body.password })
      : null;
  // Invalid metadata is rejected before any limit is charged.
  mergeMetadata(account.userMetadata, body.data);
  if (newEmail && !config.identity.autoconfirm) {
    if (account.passwordHash === null && passwordHash === null) throw passwordMissing();
    await limits.takeMail(account.email, address);
    await limits.takeMail(newEmail, address);
  }

  await db
    .transact(async (tx) => {
      const locked = await lockAccount(tx, account.id);
      // Checking a password takes a while: meanwhile the session may have ended or the password changed.
      const now = locked && (await findLive(tx, sessionId));
      if (!now) throw sessionNotFound();
      if (passwordHash && locked.passwordHash !== account.passwordHash) throw currentPasswordInvalid();
      if (body.data !== undefined) {
        const userMetadata = mergeMetadata(locked.userMetadata, body.data);
        if (!isDeepStrictEqual(userMetadata, locked.userMetadata)) {
          await updateAccount(tx, account.id, { userMetadata });
          await audit(tx, { action: 'metadata_changed', userId: account.id, address });
        }
      }
      if (passwordHash)
        await setPassword(provider, tx, { account: locked, session: now.session, passwordHash, address });
      if (newEmail) {
        const target = linkTarget(config, next);
        await setEmail(provider, tx, { account: locked, newEmail, target, address });
      }
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? emailTaken() : error;
    });
}
