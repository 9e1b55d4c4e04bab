import type { GoTrueClient } from '@supabase/auth-js';
import type { Config } from '../../../server/src/config.ts';
import { emailIdentityOf, newAccount } from '../../../server/src/identity/accounts/sign-up.ts';
import {
  type AccountRow,
  findAccount,
  insertAccount,
  insertIdentity,
} from '../../../server/src/identity/queries.ts';
import { createAccessTokens } from '../../../server/src/identity/sessions/access-token.ts';
import { createKeyRing } from '../../../server/src/identity/sessions/key-ring.ts';
import { grantTokens, startSession } from '../../../server/src/identity/sessions/session.ts';
import { updateIsAdmin } from '../../../server/src/members/queries.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import { createSecret } from '../../../server/src/platform/core/secret.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { insertRows } from '../data/rows.ts';

export const PASSWORD = 'raw denim, soaked once';
/** The stored hash of that password with the product's costs: hashing anew takes 18 ms of CPU a member. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$XDn8VHaSkS1ygD99Oz+0NQ$i8gQjt10Mzrwiw3cM+V7vsDSw4tAw2g3+3wNuMuzXzM';

/** A member, with what signs them in. */
export interface Member extends Actor {
  email: string;
  /** An access token, valid at this moment of the test's clock. */
  token(): Promise<string>;
  /** The session as the client stores it. */
  session: NonNullable<Awaited<ReturnType<GoTrueClient['getSession']>>['data']['session']>;
}

export interface NewMember {
  isAdmin?: boolean;
  /** Confirmed by a mailed link, not automatically. */
  isProven?: boolean;
  email?: string;
}

/** Adds members to the database of an instance as if they had signed up with `PASSWORD` and signed in. */
export async function openAccounts(config: Config, db: Database) {
  const deriveKey = createSecret(config.identity.secret, config.dataDir);
  const keys = await createKeyRing(db, deriveKey, config.identity.accessTtl);
  const accessTokens = createAccessTokens(keys, `${config.publicUrl}/auth/v1`, config.identity.accessTtl);
  const provider = { config, deriveKey, accessTokens };

  /** Adds an account without a profile or a session. */
  async function addAccount(email: string, promisedUsername: string, isProven: boolean): Promise<AccountRow> {
    const now = new Date();
    const account = {
      ...newAccount(email),
      ...{ promisedUsername, passwordHash: PASSWORD_HASH, confirmedAt: now, isAutoConfirmed: !isProven },
    };
    await db.transact(async (tx) => {
      await insertAccount(tx, account);
      await insertIdentity(tx, emailIdentityOf(account));
    });
    return account;
  }

  async function enter(account: AccountRow, username: string, isAdmin: boolean): Promise<Member> {
    const row = await db.transact((tx) => startSession(provider, tx, account, 'password'));
    const grant = () => db.read((conn) => grantTokens(provider, conn, row, account));
    let session = await grant();
    const isValid = () => Math.abs(session.expires_at * 1000 - Date.now()) < session.expires_in * 1000;
    return {
      ...{ id: account.id, username, profileImageUrl: null, isAdmin, sessionId: row.id },
      expiresAt: new Date(session.expires_at * 1000),
      email: account.email,
      // The product describes the same session in its own types.
      session: session as unknown as Member['session'],
      async token() {
        if (!isValid()) session = await grant();
        return session.access_token;
      },
    };
  }

  return {
    async join(
      username: string,
      { isAdmin = false, isProven = false, email }: NewMember = {},
    ): Promise<Member> {
      const account = await addAccount(email ?? `${username}@example.com`, username, isProven);
      const { id, createdAt } = account;
      const profile = { id, username, usernameKey: username.toLowerCase(), isAdmin };
      await insertRows(db, 'users', { ...profile, createdAt, updatedAt: createdAt });
      return enter(account, username, isAdmin);
    },
    /** Makes a member an admin, in a new session: the server caches the rights of the old one for some seconds. */
    async appoint({ id, username }: Actor): Promise<Member> {
      const account = await db.read((conn) => findAccount(conn, id));
      if (!account) throw new Error('there is no such account');
      await db.transact((tx) => updateIsAdmin(tx, id, true));
      return enter(account, username, true);
    },
  };
}
