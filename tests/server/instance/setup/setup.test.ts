import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SetupState, TestMail } from '@selvedge/shared/instance/setup';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { firstLink } from '../../../../server/src/instance/setup/print-link.ts';
import { readSettings } from '../../../../server/src/platform/settings/settings.ts';
import { readRows, updateRows } from '../../../support/data/rows.ts';
import { PASSWORD } from '../../../support/people/account.ts';
import { engines } from '../../../support/servers/database.ts';
import { makeTempDir } from '../../../support/servers/temp.ts';
import { openWorld, startWorld, type World } from '../../../support/world.ts';

const ADMIN = { email: 'first@example.com', username: 'founder', password: PASSWORD };
const HOUR = 3_600_000;

describe.each(engines())('setting up an instance (%s)', (engine) => {
  const servers: World[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0).reverse()) await server.close();
  });

  async function open(env: Record<string, string> = {}) {
    const server = await startWorld({ engine, env });
    servers.push(server);
    const file = join(server.dataDir, 'setup-link');
    const link = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    const key = link === '' ? '' : (new URL(link).searchParams.get('key') ?? '');
    const post = (path: string, json: object, method = 'POST') =>
      fetch(server.url + path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(json),
      });
    return {
      ...{ server, file, link, key },
      state: (of = key) => post('/api/setup', { key: of }),
      setLook: (look: object, of = key) => post('/api/setup/look', { key: of, ...look }, 'PUT'),
      createAdmin: (admin: object = ADMIN, of = key) => post('/api/setup/admin', { key: of, ...admin }),
      page: async (query: string) => {
        const response = await fetch(`${server.url}/setup${query}`);
        return { status: response.status, html: await response.text() };
      },
    };
  }
  const bodyOf = async <T>(response: Response) => (await response.json()) as T;

  test('only its owner can read the link', {
    tags: ['setup-link'],
  }, async () => {
    const { server, file, link, key } = await open();
    expect(link).toMatch(new RegExp(`^${server.url}/setup\\?key=[\\w-]{43}$`));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const links = await readRows(server.db, 'setupLinks');
    expect(links).toHaveLength(1);
    expect(JSON.stringify(links)).not.toContain(key);
    expect((links[0]?.expiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(HOUR - 60_000);
  });

  test('it leads to an admin who can sign in', async () => {
    const { server, file, key, state, setLook, createAdmin, page } = await open();
    expect((await page(`?key=${key}`)).status).toBe(200);
    expect(await bodyOf<SetupState>(await state())).toEqual({
      ...{ isDone: false, name: 'Selvedge', accent: '', currency: 'USD', timeZone: '' },
    });
    expect((await setLook({ name: 'Tide', accent: '#7a2048' })).status).toBe(204);
    expect(await bodyOf<SetupState>(await state())).toMatchObject({
      isDone: false,
      name: 'Tide',
      accent: '#7a2048',
    });
    const bad = await setLook({ name: '', accent: 'red' });
    expect(await bodyOf<object>(bad)).toMatchObject({
      issues: [{ path: 'name', message: 'A name is required' }, { path: 'accent' }],
    });
    for (const wrong of [
      { username: 'a b' },
      { username: 'TIDE' },
      { password: 'short' },
      { email: 'nobody' },
    ])
      expect((await createAdmin({ ...ADMIN, ...wrong })).status).toBe(400);
    const light = await setLook({ name: 'Tide', accent: '#ffee00' });
    expect(light.status).toBe(400);
    expect(await bodyOf<object>(light)).toMatchObject({ issues: [{ path: 'accent' }] });
    expect((await createAdmin()).status).toBe(204);
    expect(existsSync(file)).toBe(false);
    expect(await readSettings(server.db)).toMatchObject({ name: 'Tide', accent: '#7a2048' });

    const { data } = await server.client().signInWithPassword(ADMIN);
    const headers = { authorization: `Bearer ${data.session?.access_token}` };
    const me = await (await fetch(`${server.url}/api/auth/user`, { headers })).json();
    expect(me).toMatchObject({ username: 'founder', isAdmin: true, email: ADMIN.email });
    expect(me).not.toHaveProperty('isUsernameGenerated');
    // The used link still opens the last step, until it expires.
    expect(await bodyOf<SetupState>(await state())).toMatchObject({ isDone: true });
    expect((await page(`?key=${key}`)).status).toBe(200);
    const mail = await fetch(`${server.url}/api/admin/test-mail`, { method: 'POST', headers });
    expect(await bodyOf<TestMail>(mail)).toMatchObject({
      isAccepted: false,
      text: expect.stringMatching(/^No mail server is set: the mail is in the folder outbox/),
    });
    expect(await server.mailsTo(ADMIN.email)).toHaveLength(1);
    for (const again of [await createAdmin(), await setLook({ name: 'Ebb', accent: '' })]) {
      expect(again.status).toBe(409);
      expect(await bodyOf<{ message: string }>(again)).toMatchObject({
        message: 'Someone has already set up this site. Sign in to go on.',
      });
    }
    expect(await readSettings(server.db)).toMatchObject({ name: 'Tide' });
  });

  test('the first step stores currency with time zone', async () => {
    const { server, setLook, state } = await open();
    const look = { name: 'Tide', accent: '', currency: 'EUR', timeZone: 'Europe/Berlin' };
    expect((await setLook(look)).status).toBe(204);
    expect(await bodyOf<SetupState>(await state())).toMatchObject(look);
    expect(await readSettings(server.db)).toMatchObject({ currency: 'EUR', timeZone: 'Europe/Berlin' });
    expect((await setLook({ ...look, currency: 'JPY' })).status).toBe(400);
  });

  test('without its key, everything looks like an unknown page', { tags: ['setup-link'] }, async () => {
    const { state, setLook, createAdmin, page } = await open();
    const unknown = await page('/../nothing');
    for (const query of ['', '?key=', `?key=${'x'.repeat(43)}`]) {
      const { status, html } = await page(query);
      expect(status).toBe(404);
      const title = /<title>.*<\/title>/.exec(html)?.[0];
      expect(title).toBe(/<title>.*<\/title>/.exec(unknown.html)?.[0]);
    }
    for (const response of [
      await state('x'),
      await setLook({ name: 'Tide', accent: '' }, 'x'),
      await createAdmin(ADMIN, 'x'),
    ]) {
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({
        code: 'not_found',
        message: 'There is nothing at this address.',
      });
    }
  });

  test('twenty at once with one link make one admin', {
    tags: ['setup-link'],
  }, async () => {
    const { server, createAdmin } = await open();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        createAdmin({ ...ADMIN, email: `first${n}@example.com`, username: `first${n}` }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    expect(await readRows(server.db, 'users')).toMatchObject([{ isAdmin: true }]);
  });

  test('links of other nodes work too', async () => {
    const secret = { AUTH_SECRET: 'the secret that all nodes of this test share' };
    const first = await open(secret);
    const node = { ...secret, DATABASE_URL: first.server.databaseUrl };
    const second = await open(node);
    expect(second.key).not.toBe(first.key);
    expect((await second.setLook({ name: 'Tide', accent: '' }, first.key)).status).toBe(204);
    const [one, other] = await Promise.all([
      first.createAdmin(),
      second.createAdmin({ ...ADMIN, email: 'second@example.com', username: 'second' }),
    ]);
    const statuses = [one.status, other.status].toSorted();
    expect(statuses[0]).toBe(204);
    // Too late to find its own link, or even to be told.
    expect([404, 409]).toContain(statuses[1]);
    expect(await readRows(first.server.db, 'users')).toHaveLength(1);
    await expect
      .poll(() => existsSync(first.file) || existsSync(second.file), { timeout: 60_000 })
      .toBe(false);
    // A node that starts now prints none.
    expect((await open(node)).link).toBe('');
  });

  test("a stranger's sign-up does not take the admin's address", {
    tags: ['setup-link'],
  }, async () => {
    const { server, createAdmin } = await open();
    await server.client().signUp({ email: ADMIN.email, password: 'a stranger in a hurry' });
    expect((await createAdmin()).status).toBe(204);
    const stolen = await server.client().signInWithPassword({ ...ADMIN, password: 'a stranger in a hurry' });
    expect(stolen.error).not.toBeNull();
  });

  test("a stranger's sign-up does not end the set-up", { tags: ['setup-link'] }, async () => {
    const { server, file, key, state, setLook, createAdmin, page } = await open();
    expect((await setLook({ name: 'Tide', accent: '' })).status).toBe(204);
    await server.join();
    expect((await state()).status).toBe(200);
    expect((await page(`?key=${key}`)).status).toBe(200);
    expect((await createAdmin()).status).toBe(204);
    expect(existsSync(file)).toBe(false);
  });

  test('a restart without an admin prints another link', async () => {
    const secret = { AUTH_SECRET: 'the secret that both starts of this test share' };
    const { server } = await open(secret);
    await server.join();
    const again = await open({ ...secret, DATABASE_URL: server.databaseUrl });
    expect((await again.createAdmin()).status).toBe(204);
  });

  test('a first admin made otherwise ends the set-up', { tags: ['setup-link'] }, async () => {
    const { server, file, key, state, createAdmin, page } = await open();
    await server.appoint(await server.join());
    expect((await state()).status).toBe(404);
    expect((await createAdmin()).status).toBe(404);
    expect((await page(`?key=${key}`)).status).toBe(404);
    await expect.poll(() => existsSync(file), { timeout: 60_000 }).toBe(false);
  });

  test.each([
    ['address', { email: 'early@example.com' }, 'There already is an account with this e-mail address.'],
    ['username', { username: 'Early' }, 'This username is already taken.'],
  ])("the admin cannot have a member's %s", async (_, taken, message) => {
    const { server, createAdmin } = await open();
    await server.join('early', { email: 'early@example.com' });
    const refused = await createAdmin({ ...ADMIN, ...taken });
    expect([refused.status, (await bodyOf<{ message: string }>(refused)).message]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
    expect((await createAdmin()).status).toBe(204);
  });

  test("a stopping server removes a spent link's file", async () => {
    const { server } = await open();
    const dir = makeTempDir();
    onTestFinished(dir.remove);
    const { ctx } = server.product;
    const link = firstLink({ ...ctx, config: { ...ctx.config, dataDir: dir.path } });
    expect(await link.create()).not.toBeNull();
    await server.appoint(await server.join());
    await link.forgetSpent();
    expect(existsSync(join(dir.path, 'setup-link'))).toBe(false);
  });

  test('an expired link opens nothing', async () => {
    const { server, state, createAdmin } = await open();
    await updateRows(server.db, 'setupLinks', { expiresAt: new Date() });
    expect((await state()).status).toBe(404);
    expect((await createAdmin()).status).toBe(404);
  });

  test('guessing is limited by address', { tags: ['setup-link'] }, async () => {
    const { state } = await open({ RATE_LIMITS: 'on' });
    const statuses: number[] = [];
    for (let times = 0; times < 202; times += 1) statuses.push((await state(`guess${times}`)).status);
    expect(statuses.slice(0, 200).every((status) => status === 404)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });
});

test('with a hosted identity provider there is no set-up', async () => {
  const server = await openWorld({
    env: {
      IDENTITY_URL: 'https://identity.example/auth/v1',
      IDENTITY_KEY: 'a public key of some length',
    },
  });
  expect(existsSync(join(server.dataDir, 'setup-link'))).toBe(false);
  expect((await fetch(`${server.url}/setup?key=x`)).status).toBe(404);
});

test.each([
  [
    'nothing listens',
    'smtp://127.0.0.1:9',
    /could not be reached, or rejects the sign-in\. Check SMTP_URL\./,
  ],
])('a test mail says in words that %s', async (_, SMTP_URL, text) => {
  const server = await openWorld({ env: { SMTP_URL } });
  const link = readFileSync(join(server.dataDir, 'setup-link'), 'utf8').trim();
  const key = new URL(link).searchParams.get('key');
  await server.call('POST', '/api/setup/admin', { json: { key, ...ADMIN } });
  const { data } = await server.client().signInWithPassword(ADMIN);
  const mail = await server.call('POST', '/api/admin/test-mail', { token: data.session?.access_token });
  expect(await mail.json()).toMatchObject({ isAccepted: false, text: expect.stringMatching(text) });
});
