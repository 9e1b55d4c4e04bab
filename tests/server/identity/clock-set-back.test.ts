import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../../server/src/config.ts';
import { newAccount } from '../../../server/src/identity/accounts/sign-up.ts';
import { createHostedAuthenticator } from '../../../server/src/identity/hosted/authenticate.ts';
import {
  findLive,
  insertAccount,
  updateAccount,
  updateSession,
} from '../../../server/src/identity/queries.ts';
import { createAuthenticator } from '../../../server/src/identity/sessions/authenticate.ts';
import { refreshSession } from '../../../server/src/identity/sessions/refresh-session.ts';
import { makeRefreshToken } from '../../../server/src/identity/sessions/refresh-token.ts';
import { startSession } from '../../../server/src/identity/sessions/session.ts';
import { createSitemapIndex } from '../../../server/src/pages/sitemap.ts';
import { unlimited } from '../../../server/src/platform/core/limits.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { describeOnEngines } from '../../support/servers/database.ts';

const HOUR = 3_600_000;

describeOnEngines('after the clock was set back', ({ openDb }) => {
  let db: Database;
  let account: ReturnType<typeof newAccount>;
  let sessionId: string;
  beforeEach(async () => {
    db = await openDb();
    account = { ...newAccount('ana@example.com'), confirmedAt: new Date() };
    sessionId = await db.transact(async (tx) => {
      await insertAccount(tx, account);
      return (await startSession({ config: readConfig({}) }, tx, account, 'password')).id;
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  /** Lets time pass, but sets the wall clock back by a day. */
  function pass(ms: number): void {
    const [wall, since] = [Date.now(), performance.now()];
    vi.spyOn(Date, 'now').mockReturnValue(wall - 24 * HOUR);
    vi.spyOn(performance, 'now').mockReturnValue(since + ms);
  }
  const claims = () => ({
    ...{ sub: account.id, session_id: sessionId, rtc: 0, aal: 'aal1', amr: [] },
    exp: 4_000_000_000,
  });
  const ban = () =>
    db.transact((tx) => updateAccount(tx, account.id, { bannedUntil: new Date('2100-01-01') }));

  test('a suspension on another node takes effect soon', async () => {
    const accessTokens = { verify: async () => claims() };
    const { authenticate } = createAuthenticator({ db, accessTokens, config: readConfig({}) } as never);
    expect(await authenticate('token')).toMatchObject({ id: account.id });
    await ban();
    pass(6_000);
    await expect(authenticate('token')).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('a suspension takes effect soon with a hosted provider', async () => {
    const remote = {
      verify: async () => claims(),
      user: async () => ({ id: account.id, email: account.email }),
      settings: async () => ({ mailer_autoconfirm: true }),
    };
    const { authenticate } = createHostedAuthenticator({ db, remote: remote as never, adminEmails: [] });
    expect(await authenticate('token')).toMatchObject({ id: account.id });
    await ban();
    pass(6_000);
    await expect(authenticate('token')).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('a token two rotations old counts as stolen', async () => {
    const row = await db.read(async (conn) => findLive(conn, sessionId));
    const deriveKey = () => new Uint8Array(32);
    const parts = {
      db,
      deriveKey,
      config: readConfig({}),
      limits: unlimited,
      sessionsEnded: () => undefined,
    };
    const token = makeRefreshToken({ sessionId, counter: 0 }, row?.session.salt ?? '', deriveKey);
    await db.transact((tx) =>
      updateSession(tx, sessionId, { counter: 2, delivered: 2, refreshedAt: new Date() }),
    );
    pass(3_600_000);
    const sent = { token, address: 'nowhere' };
    await expect(refreshSession(parts as never, sent)).rejects.toMatchObject({
      code: 'refresh_token_already_used',
    });
  });

  test('the sitemap index is still rebuilt after an hour', async () => {
    const read = vi.spyOn(db, 'read');
    const index = createSitemapIndex(db, 'https://shop.example');
    await index();
    const times = read.mock.calls.length;
    await index();
    expect(read).toHaveBeenCalledTimes(times);
    pass(HOUR + 1);
    await index();
    expect(read).toHaveBeenCalledTimes(2 * times);
  });
});
