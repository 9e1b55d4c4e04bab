import { beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../server/src/config.ts';
import { hashPassword, isPassword } from '../../../server/src/identity/accounts/password.ts';
import { newAccount } from '../../../server/src/identity/accounts/sign-up.ts';
import { suspendAccount } from '../../../server/src/identity/accounts/suspend-account.ts';
import { updateUser } from '../../../server/src/identity/accounts/update-user.ts';
import type { Provider } from '../../../server/src/identity/context.ts';
import { requireProof } from '../../../server/src/identity/proof/require-proof.ts';
import {
  type AccountRow,
  deleteAccountRow,
  findAccount,
  insertAccount,
  listSessions,
  updateAccount,
  updateSession,
} from '../../../server/src/identity/queries.ts';
import { endSessions } from '../../../server/src/identity/sessions/end-sessions.ts';
import { startSession } from '../../../server/src/identity/sessions/session.ts';
import { signInWithPassword } from '../../../server/src/identity/sessions/sign-in.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { PASSWORD } from '../../support/people/account.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

const NEW = 'a third one, with a hem';
const address = '127.0.0.1';

describeOnBothEngines('changes to an account while its password is being checked', ({ openDb }) => {
  let db: Database;
  let account: AccountRow;
  beforeEach(async () => {
    db = await openDb();
    const passwordHash = await hashPassword(PASSWORD);
    account = { ...newAccount('ana@example.com'), passwordHash, confirmedAt: new Date() };
    await db.transact((tx) => insertAccount(tx, account));
  });

  /** A provider in which `meanwhile` runs once a password has been verified. */
  const providerWith = (meanwhile: () => Promise<unknown>): Provider => {
    const config = readConfig({});
    const limits = {
      // Taken between reading the old password and comparing the new one with it.
      take: async (limit: string) => void (limit === 'newPasswordPerAccount' && (await meanwhile())),
      // Given back once the password was right.
      takePassword: async () => async () => void (await meanwhile()),
      takeProof: async () => async () => void (await meanwhile()),
    };
    // The omitted fields are only used after the refusal.
    return { db, config, limits, sessionsEnded: () => undefined, post: () => undefined } as never;
  };
  const signIn = (meanwhile: () => Promise<unknown>) =>
    signInWithPassword(providerWith(meanwhile), { email: account.email, password: PASSWORD, address });
  const sessions = () => db.read((conn) => listSessions(conn, account.id));
  /** Starts a session in which the password was just entered again. */
  const startOne = () =>
    db.transact(async (tx) => {
      const session = await startSession({ config: readConfig({}) }, tx, account, 'password');
      const provenAt = new Date(session.createdAt.getTime() + 1);
      await updateSession(tx, session.id, { provenAt });
      return { ...session, provenAt };
    });

  /** The owner recovers the account: a new password, and every session ends. */
  const takeBack = async () => {
    const passwordHash = await hashPassword(NEW);
    await db.transact(async (tx) => {
      await updateAccount(tx, account.id, { passwordHash });
      await endSessions(null, tx, { userId: account.id }, 'password_changed');
    });
  };

  test('a sign-in with the old password starts no session', async () => {
    await expect(signIn(takeBack)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await sessions()).toEqual([]);
  });

  test('a sign-in to a suspended account starts no session', async () => {
    const suspend = () => db.transact((tx) => suspendAccount(null, tx, account.id));
    await expect(signIn(suspend)).rejects.toMatchObject({ code: 'user_banned' });
    await db.transact((tx) => updateAccount(tx, account.id, { bannedUntil: null }));
    const remove = () => db.transact((tx) => deleteAccountRow(tx, account.id));
    await expect(signIn(remove)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  test('an ended session can no longer change the password', async () => {
    const { id: sessionId } = await startOne();
    const body = { password: 'what a thief would like' };
    const change = updateUser(providerWith(takeBack), { sessionId, address, body });
    await expect(change).rejects.toMatchObject({ code: 'session_not_found' });
    const now = await db.read((conn) => findAccount(conn, account.id));
    expect(await isPassword(NEW, now?.passwordHash ?? null)).toBe(true);
  });

  test('a password that has changed since proves nothing', async () => {
    const session = await startOne();
    const requester = { userId: account.id, sessionId: session.id, level: 'aal1', account, session } as const;
    const proof = requireProof(providerWith(takeBack), requester, { given: { password: PASSWORD }, address });
    await expect(proof).rejects.toMatchObject({ code: 'current_password_invalid' });
  });

  test('only one of two concurrent changes succeeds', async () => {
    const { id: sessionId } = await startOne();
    const changeTo = (provider: Provider, password: string) =>
      updateUser(provider, { sessionId, address, body: { password } });

    const first = () =>
      changeTo(
        providerWith(async () => undefined),
        NEW,
      );
    await expect(changeTo(providerWith(first), 'too late by a moment')).rejects.toMatchObject({
      code: 'current_password_invalid',
    });
    const now = await db.read((conn) => findAccount(conn, account.id));
    expect(await isPassword(NEW, now?.passwordHash ?? null)).toBe(true);
  });
});
