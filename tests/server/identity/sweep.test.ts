import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { audit } from '../../../server/src/identity/audit.ts';
import { mirrorAccount } from '../../../server/src/identity/hosted/mirror-account.ts';
import { sweep, sweepHosted } from '../../../server/src/identity/jobs/sweep.ts';
import { insertEnded } from '../../../server/src/identity/queries.ts';
import { takePoints } from '../../../server/src/platform/core/limit-queries.ts';
import { readRows, updateRows } from '../../support/data/rows.ts';
import { PASSWORD } from '../../support/people/account.ts';
import { bothEngines, describeOnBothEngines } from '../../support/servers/database.ts';
import { worldForAll } from '../../support/world.ts';

const DAY = 24 * 60 * 60_000;

describe.each(bothEngines())('the sweep on %s', (engine) => {
  const server = worldForAll({ engine });

  const sweepIn = (ms: number) =>
    sweep(
      {
        db: server.db,
        config: { identity: { sessionIdle: (14 * DAY) / 1000, sessionMax: (30 * DAY) / 1000 } },
        sessionsEnded: () => undefined,
      },
      Date.now() + ms,
    );
  const accountsOf = (email: string) => readRows(server.db, 'authUsers', { email });
  const count = () =>
    server.db.read(async ({ q, t }) => ({
      links: (await q.select().from(t.authLinks)).length,
      sessions: (await q.select().from(t.authSessions)).length,
      audit: (await q.select().from(t.authAudit)).length,
    }));

  test('spares an account that was just sent a link', async () => {
    const email = 'patient@example.com';
    await server.client().signUp({ email, password: PASSWORD });
    await updateRows(server.db, 'authUsers', { updatedAt: new Date(Date.now() - 8 * DAY) }, { email });
    await server.client().signUp({ email, password: PASSWORD });
    await sweepIn(0);
    expect(await accountsOf(email)).toHaveLength(1);
    await sweepIn(DAY);
    expect(await accountsOf(email)).toHaveLength(0);
  });

  test('deletes what has expired', async () => {
    const waiting = 'waiting@example.com';
    const { email, session } = await server.signUp();
    await server.client().signUp({ email: waiting, password: PASSWORD });
    await server.linkToken(waiting);
    await sweepIn(0);
    expect(await count()).toMatchObject({ links: 1, sessions: 1 });
    await sweepIn(2 * 60 * 60_000);
    expect(await count()).toMatchObject({ links: 0, sessions: 1 });
    expect(await accountsOf(waiting)).toHaveLength(1);
    await sweepIn(8 * DAY);
    expect(await accountsOf(waiting)).toHaveLength(0);
    expect(await count()).toMatchObject({ sessions: 1 });
    await sweepIn(15 * DAY);
    expect(await count()).toMatchObject({ sessions: 0 });
    expect(await accountsOf(email)).toHaveLength(1);
    await expect
      .poll(async () => (await server.call('GET', '/api/auth/user', { token: session.access_token })).status)
      .toBe(401);
    await server.db.transact((tx) => audit(tx, { action: 'signed_in', userId: null, address: '::1' }));
    await sweepIn(366 * DAY);
    expect(await count()).toMatchObject({ audit: 0 });
  });
});

describeOnBothEngines('the sweep with a hosted identity provider', ({ openDb }) => {
  test('deletes no account or live session', async () => {
    const db = await openDb();
    const [id, seen, unseen] = [randomUUID(), randomUUID(), randomUUID()];
    const user = { id, email: 'odile@example.com', email_confirmed_at: null };
    const mirror = (sessionId: string) =>
      db.transact((tx) => mirrorAccount(tx, { user, sessionId, isAutoConfirmed: false, adminEmails: [] }));
    await mirror(seen);
    await mirror(unseen);
    const longAgo = new Date(Date.now() - 31 * DAY);
    await updateRows(db, 'authSessions', { refreshedAt: longAgo, createdAt: longAgo });
    await mirror(seen);
    await db.transact(async (tx) => {
      await insertEnded(tx, [{ sessionId: randomUUID(), reason: 'signed_out' }]);
      await takePoints(tx, { key: 'a limit', points: 1, endsAt: new Date(Date.now() + 1_000) });
      await audit(tx, { action: 'suspended', userId: id, address: null });
    });
    const left = () =>
      db.read(async ({ q, t }) => ({
        accounts: (await q.select({ id: t.authUsers.id }).from(t.authUsers)).length,
        sessions: (await q.select({ id: t.authSessions.id }).from(t.authSessions)).map((row) => row.id),
        ended: (await q.select().from(t.authEnded)).length,
        limits: (await q.select().from(t.authLimits)).length,
        notes: (await q.select().from(t.authAudit)).length,
      }));
    await sweepHosted(db);
    expect(await left()).toEqual({ accounts: 1, sessions: [seen], ended: 1, limits: 1, notes: 1 });
    await sweepHosted(db, Date.now() + DAY);
    // The provider's tokens for an ended session may stay valid for a long time.
    expect(await left()).toEqual({ accounts: 1, sessions: [seen], ended: 1, limits: 0, notes: 1 });
    await sweepHosted(db, Date.now() + 31 * DAY);
    expect(await left()).toEqual({ accounts: 1, sessions: [], ended: 0, limits: 0, notes: 1 });
    await sweepHosted(db, Date.now() + 366 * DAY);
    expect(await left()).toEqual({ accounts: 1, sessions: [], ended: 0, limits: 0, notes: 0 });
  });
});
