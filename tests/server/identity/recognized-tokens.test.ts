import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../../server/src/config.ts';
import { newAccount } from '../../../server/src/identity/accounts/sign-up.ts';
import { deleteSessions, findLive, insertAccount } from '../../../server/src/identity/queries.ts';
import { createAccessTokens } from '../../../server/src/identity/sessions/access-token.ts';
import { createAuthenticator } from '../../../server/src/identity/sessions/authenticate.ts';
import { createKeyRing } from '../../../server/src/identity/sessions/key-ring.ts';
import { startSession } from '../../../server/src/identity/sessions/session.ts';
import { createSecret } from '../../../server/src/platform/core/secret.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

const ISSUER = 'https://shop.example/auth/v1';
const TTL_SECONDS = 60;
const derive = createSecret('a secret of thirty-two characters and more', '');
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;

describeOnBothEngines('a token that was presented before a restart', ({ openDb }) => {
  let db: Database;
  let ring: Awaited<ReturnType<typeof createKeyRing>>;
  let token: string;
  let sessionId: string;

  /** A server that has just started. With another key under every id, only a recognized token passes. */
  const restart = ({ issuer = ISSUER, keys = [stranger] } = {}) =>
    createAuthenticator({
      db,
      accessTokens: createAccessTokens({ ...ring, verifying: async () => keys[0] }, issuer, TTL_SECONDS),
    });

  async function sign(counter: number): Promise<string> {
    const live = await db.read((conn) => findLive(conn, sessionId));
    const { id: userId = '', email = '' } = live?.account ?? {};
    const metadata = { appMetadata: {}, userMetadata: {} };
    const level = { aal: 'aal1', amr: [{ method: 'password' as const, timestamp: 0 }] };
    const { sign: issue } = createAccessTokens(ring, ISSUER, TTL_SECONDS);
    return (await issue({ userId, email, ...metadata, sessionId, counter, ...level })).token;
  }

  beforeEach(async () => {
    db = await openDb();
    ring = await createKeyRing(db, derive, TTL_SECONDS);
    const account = { ...newAccount('ana@example.com'), confirmedAt: new Date() };
    sessionId = await db.transact(async (tx) => {
      await insertAccount(tx, account);
      return (await startSession({ config: readConfig({}) }, tx, account, 'password')).id;
    });
    token = await sign(0);
    const accessTokens = createAccessTokens(ring, ISSUER, TTL_SECONDS);
    await createAuthenticator({ db, accessTokens }).authenticate(token);
  });

  afterEach(() => void vi.restoreAllMocks());

  test('is recognized without checking its signature again', async () => {
    expect(await restart().authenticate(token)).toMatchObject({ sessionId });
  });

  test('is not recognized once anything about it differs', async () => {
    const [header, payload, signature = ''] = token.split('.');
    const altered = `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const others = [altered, `${token}.`, `${header}.${payload}.`, await sign(1), await sign(0)];
    for (const other of others) await expect(restart().authenticate(other)).rejects.toThrow('Unauthorized');
  });

  test('is refused under another issuer', async () => {
    const moved = restart({ issuer: 'https://other.example/auth/v1' });
    await expect(moved.authenticate(token)).rejects.toThrow('Unauthorized');
    await expect(restart({ keys: [] }).authenticate(token)).rejects.toThrow('Unauthorized');
  });

  test('is refused once its session has ended', async () => {
    const { authenticate } = restart();
    const userId = (await authenticate(token)).id;
    await db.transact((tx) => deleteSessions(tx, { userId }));
    await expect(restart().authenticate(token)).rejects.toThrow('Unauthorized');
  });

  test('is refused after its expiry', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + TTL_SECONDS * 1_000);
    await expect(restart().authenticate(token)).rejects.toThrow('Unauthorized');
  });
});
