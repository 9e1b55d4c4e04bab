import type { Report } from '@selvedge/shared/safety/reports';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setAdmin } from '../../../server/src/members/set-admin.ts';
import { next } from '../../support/clients/socket.ts';
import { updateRows } from '../../support/data/rows.ts';
import { joinWorld, PASSWORD, type Person } from '../../support/people/account.ts';
import { runOperator } from '../../support/people/run-operator.ts';
import { engines } from '../../support/servers/database.ts';
import { startWorld, type World } from '../../support/world.ts';

const DAY = 86_400_000;

describe.each(engines())('a suspension for a time (%s)', (engine) => {
  let server: World;
  let seller: Person;
  let username: string;
  beforeEach(async () => {
    server = await startWorld({ engine });
    seller = await joinWorld(server, 'marlow');
    username = (await seller.call<{ username: string }>('GET', '/api/auth/user')).username;
  });
  afterEach(() => server.close());

  const run = (command: string) => runOperator(command.split(' '), server.env);
  const signIn = async () =>
    (await server.client().signInWithPassword({ email: seller.email, password: PASSWORD })).error;
  const end = async () =>
    (
      await server.db.read(({ q, t }) =>
        q.select({ at: t.authUsers.bannedUntil }).from(t.authUsers).where(eq(t.authUsers.id, seller.id)),
      )
    )[0]?.at ?? null;
  const setEnd = (bannedUntil: Date) =>
    updateRows(server.db, 'authUsers', { bannedUntil }, { id: seller.id });

  test('names its end when the member signs in', {
    tags: ['temporary-suspensions'],
  }, async () => {
    const listing = await seller.list();
    const status = async () => (await fetch(`${server.url}/api/listings/${listing.id}`)).status;
    const socket = seller.connect();
    await next(socket, 'unread');
    const ended = next(socket, 'session:ended');
    const { code, output } = await run(`user suspend ${username} 7`);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/is suspended until \w+ \d+, \d{4} at .* UTC: signed out/),
    ]);
    expect(await ended).toEqual({ reason: 'suspended' });
    socket.disconnect();
    expect((await seller.request('GET', '/api/conversations')).status).toBe(401);
    expect(await status()).toBe(404);
    expect(await signIn()).toMatchObject({
      code: 'user_banned',
      message: expect.stringMatching(/^User is banned until \w+ \d+, \d{4} at .* UTC$/),
    });
    expect(Math.abs(((await end())?.getTime() ?? 0) - Date.now() - 7 * DAY)).toBeLessThan(60_000);

    const visitor = await joinWorld(server, 'odile');
    const watching = visitor.connect();
    await next(watching, 'unread');
    const shown = next(watching, 'listing:changed');
    await setEnd(new Date());
    expect(await signIn()).toBeNull();
    expect(await shown).toMatchObject({ listing: { id: listing.id } });
    watching.disconnect();
    expect(await status()).toBe(200);
    expect(await end()).toBeNull();
  });

  test('never shortens a longer one', {
    tags: ['temporary-suspensions'],
  }, async () => {
    await run(`user suspend ${username} 30`);
    const long = await end();
    await run(`user suspend ${username} 1`);
    expect(await end()).toEqual(long);
    await run(`user suspend ${username}`);
    expect(await signIn()).toMatchObject({ message: 'User is banned' });
    for (const days of ['0', '366', '1.5', 'week']) {
      expect(await run(`user suspend ${username} ${days}`)).toMatchObject({
        code: 1,
        errors: 'The number of days must be a whole number from 1 to 365.',
      });
    }
  });

  test('ends by an accepted appeal', {
    tags: ['appeals'],
  }, async () => {
    const [admin, other, buyer] = await Promise.all(
      ['admin', 'other', 'buyer'].map((name) => joinWorld(server, name)),
    );
    if (!admin || !other || !buyer) throw new Error('no members');
    for (const one of [admin, other]) {
      await one.call('GET', '/api/auth/user');
      await server.db.transact((tx) => setAdmin(tx, one.id, true));
    }
    for (const one of [admin, other]) {
      await expect.poll(async () => (await one.request('GET', '/api/admin/reports')).status).toBe(200);
    }
    const suspend = async (subject: string, id: string, days: number) => {
      const report = await buyer.call<{ id: string }>('POST', '/api/reports', {
        subject,
        id,
        reason: 'scam',
      });
      const decision = { action: 'suspend', note: 'Scam', days };
      const decided = await admin.request('POST', `/api/admin/reports/${report.id}/resolve`, decision);
      expect(decided.status).toBe(204);
    };
    const listing = await seller.list();
    await suspend('listing', listing.id, 1);
    await suspend('user', seller.id, 7);
    const mails = async () =>
      (await server.mailsTo(seller.email)).filter((mail) => mail.includes('Your account is suspended'));
    await expect.poll(async () => (await mails()).length).toBe(2);
    /** Appeals against the suspension of the mail, and lets the other admin reverse it. */
    const reverse = async (mail = '') => {
      const link = /http\S+\/mail\/appeal\?as=person&token=[\w.-]+/.exec(mail)?.[0] ?? '';
      const { searchParams } = new URL(link);
      const body = new URLSearchParams([...searchParams, ['text', 'It was not me.']]);
      expect((await fetch(`${server.url}/mail/appeal`, { method: 'POST', body })).status).toBe(200);
      const [report] = await other.call<Report[]>('GET', '/api/admin/reports?state=appealed');
      const id = report?.appeals.find(({ closed }) => !closed)?.id;
      const answer = { outcome: 'reverse', reason: 'A mistake' };
      expect((await other.request('POST', `/api/admin/appeals/${id}/answer`, answer)).status).toBe(204);
    };
    // The longer one first: the shorter one is still in force.
    const [short, long] = (await mails()).toSorted(
      (one, two) => Number(one.includes('profile')) - Number(two.includes('profile')),
    );
    await reverse(long);
    expect((await signIn())?.code).toBe('user_banned');
    expect(Math.abs(((await end())?.getTime() ?? 0) - Date.now() - DAY)).toBeLessThan(60_000);
    await reverse(short);
    expect(await signIn()).toBeNull();
    const shown = async () => (await fetch(`${server.url}/api/listings/${listing.id}`)).status;
    expect(await shown()).toBe(200);
    await expect
      .poll(async () => (await server.mailsTo(seller.email)).filter((mail) => mail.includes('lifted')).length)
      .toBe(2);
  });
});
