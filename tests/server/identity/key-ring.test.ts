import { expect, test } from 'vitest';
import { createAccessTokens } from '../../../server/src/identity/sessions/access-token.ts';
import { createKeyRing } from '../../../server/src/identity/sessions/key-ring.ts';
import { readRows } from '../../support/data/rows.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const TTL_SECONDS = 900;
/** Seals the stored keys; any value will do. */
const deriveKey = () => new Uint8Array(32).fill(7);

describeOnBothEngines('signing keys', ({ openDb }) => {
  test('processes that start at once agree on one key', async () => {
    const db = await openDb();
    const rings = await Promise.all([1, 2, 3, 4].map(() => createKeyRing(db, deriveKey, TTL_SECONDS)));
    expect(new Set(rings.map((ring) => ring.signing().kid)).size).toBe(1);
    expect(rings.map((ring) => ring.published().length)).toEqual([1, 1, 1, 1]);
  });

  test('a key is published 20 minutes before it signs', {
    tags: ['signed-vouches'],
  }, async () => {
    const db = await openDb();
    let now = Date.now();
    const [one, two] = [
      await createKeyRing(db, deriveKey, TTL_SECONDS, () => now),
      await createKeyRing(db, deriveKey, TTL_SECONDS, () => now),
    ];
    const first = one.signing().kid;
    const kids = () => one.published().map(({ kid }) => kid);
    const rotateAfter = async (ms: number) => {
      now += ms;
      await Promise.all([one.rotate(), two.rotate()]);
      await one.rotate();
      await two.rotate();
      expect(two.signing().kid).toBe(one.signing().kid);
    };
    await rotateAfter(29 * DAY);
    expect(kids()).toEqual([first]);
    await rotateAfter(DAY);
    const [second] = kids();
    expect(kids()).toEqual([second, first]);
    expect(one.signing().kid).toBe(first);
    await rotateAfter(20 * MINUTE - 1);
    expect(one.signing().kid).toBe(first);
    await rotateAfter(1);
    expect(one.signing().kid).toBe(second);
    // Tokens signed at the last moment are valid for another 15 minutes, and caches for 20.
    await rotateAfter(35 * MINUTE);
    expect(kids()).toEqual([second, first]);
    await rotateAfter(1);
    expect(kids()).toEqual([second]);
    expect(await two.verifying(first)).toBeUndefined();
    expect(two.everPublished().map(({ kid }) => kid)).toEqual([second, first]);
    expect(JSON.stringify(two.everPublished())).not.toContain('"d"');
    const rows = await readRows(db, 'authKeys');
    expect(rows.find(({ kid }) => kid === first)?.sealedPrivateJwk).toBeNull();
  });

  test('a token of an unknown key triggers a reload', async () => {
    const db = await openDb();
    let now = Date.now();
    const late = await createKeyRing(db, deriveKey, TTL_SECONDS, () => now);
    now += 30 * DAY;
    const early = await createKeyRing(db, deriveKey, TTL_SECONDS, () => now);
    now += 20 * MINUTE;
    expect(early.signing().kid).not.toBe(late.signing().kid);
    const subject = {
      userId: crypto.randomUUID(),
      email: 'ana@example.com',
      appMetadata: {},
      userMetadata: {},
      sessionId: crypto.randomUUID(),
      counter: 0,
      aal: 'aal1',
      amr: [],
    };
    const issuer = 'https://shop.example/auth/v1';
    const { token } = await createAccessTokens(early, issuer, TTL_SECONDS).sign(subject);
    const claims = await createAccessTokens(late, issuer, TTL_SECONDS).verify(token);
    expect(claims.sub).toBe(subject.userId);
    const foreign = createAccessTokens(early, 'https://evil.example/auth/v1', TTL_SECONDS);
    const { token: stranger } = await foreign.sign(subject);
    await expect(createAccessTokens(late, issuer, TTL_SECONDS).verify(stranger)).rejects.toThrow('"iss"');
  });

  test('an expired token can only sign out', async () => {
    const db = await openDb();
    const ring = await createKeyRing(db, deriveKey, TTL_SECONDS);
    const { sign, verify, verifyEnded } = createAccessTokens(ring, 'https://shop.example/auth/v1', 0);
    const [userId, sessionId] = [crypto.randomUUID(), crypto.randomUUID()];
    const level = { counter: 0, aal: 'aal1', amr: [] };
    const { token } = await sign({
      userId,
      sessionId,
      email: '',
      appMetadata: {},
      userMetadata: {},
      ...level,
    });
    await expect(verify(token)).rejects.toThrow('"exp"');
    await expect(verify(token)).rejects.toThrow('"exp"');
    expect((await verifyEnded(token)).session_id).toBe(sessionId);
  });

  test('a changed secret causes an error', async () => {
    const db = await openDb();
    await createKeyRing(db, deriveKey, TTL_SECONDS);
    await expect(createKeyRing(db, () => new Uint8Array(32).fill(8), TTL_SECONDS)).rejects.toThrow(
      'AUTH_SECRET',
    );
  });
});
