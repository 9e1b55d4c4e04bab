import { randomUUID } from 'node:crypto';
import { INVITE_NEEDED, INVITE_REFUSALS, SIGN_UP_CLOSED } from '@selvedge/shared/instance/invite-texts';
import type { Invite } from '@selvedge/shared/instance/invites';
import type { LogEntry } from '@selvedge/shared/safety/reports';
import { afterEach, describe, expect, test } from 'vitest';
import { createInvite } from '../../../../server/src/instance/invites/create-invite.ts';
import { changeSettings } from '../../../../server/src/instance/settings/change-settings.ts';
import { readRows, updateRows } from '../../../support/data/rows.ts';
import { PASSWORD, signUp } from '../../../support/people/account.ts';
import { makeAdmin } from '../../../support/people/make-admin.ts';
import { runOperator } from '../../../support/people/run-operator.ts';
import { engines } from '../../../support/servers/database.ts';
import { startWorld, type World } from '../../../support/world.ts';

const AUTOCONFIRM = { AUTH_AUTOCONFIRM: 'true' };
const secretIn = (link: string) => new URL(link).searchParams.get('invite') ?? '';
const addressOf = () => `${randomUUID()}@example.com`;

describe.each(engines())('sign-up by invitation (%s)', (engine) => {
  let server: World;
  afterEach(() => server.close());

  const check = (invite: string) => server.call('POST', '/api/auth/invite', { json: { invite } });
  const messageOf = async (response: Response) => ((await response.json()) as { message?: string }).message;

  /** Starts an instance with an admin, where sign-up is by invitation. */
  async function open(signUpMode: 'invite' | 'closed' = 'invite') {
    server = await startWorld({ engine, env: AUTOCONFIRM });
    const admin = await signUp(server.url, 'admin');
    const { username } = await admin.call<{ username: string }>('GET', '/api/auth/user');
    await makeAdmin(server.env, username);
    // A session learns within seconds that its member is an admin.
    const isAdmin = async () => (await admin.request('GET', '/api/admin/invites')).status === 200;
    await expect.poll(isAdmin, { timeout: 60_000 }).toBe(true);
    await changeSettings(server.db, { signUp: signUpMode }, null);
    await expect.poll(async () => (await check('nothing')).status, { timeout: 60_000 }).toBe(400);
    const create = (body: object = {}) =>
      admin.call<Invite & { link: string }>('POST', '/api/admin/invites', body);
    const list = () => admin.call<Invite[]>('GET', '/api/admin/invites');
    return { admin, username, create, list };
  }

  /** Signs up as the page does. @returns the refusal; null if there is none */
  async function join(invite?: string, email = addressOf()): Promise<string | null> {
    const data = invite === undefined ? {} : { invite, likes: 'denim' };
    const answer = await server.client().signUp({ email, password: PASSWORD, options: { data } });
    return answer.error?.message ?? null;
  }
  const accounts = () => readRows(server.db, 'authUsers');

  test('a link admits as many accounts as it says', async () => {
    const { create, list, username } = await open();
    const { link, ...invite } = await create({ uses: 2, days: 3, note: ' The book club ' });
    expect(link).toMatch(new RegExp(`^${server.url}/login\\?invite=[\\w-]{32}$`));
    expect(invite).toMatchObject({ state: 'open', uses: 2, used: 0, note: 'The book club' });
    expect(invite.admin?.username).toBe(username);
    expect(Date.parse(invite.expiresAt) - Date.parse(invite.createdAt)).toBe(3 * 86_400_000);
    expect(await list()).toEqual([invite]);
    const secret = secretIn(link);
    expect((await check(secret)).status).toBe(204);
    expect(await join(secret)).toBeNull();
    expect(await list()).toMatchObject([{ used: 1, state: 'open' }]);
    expect(await join(secret)).toBeNull();
    expect(await list()).toMatchObject([{ used: 2, state: 'used' }]);
    expect(await join(secret)).toBe(INVITE_REFUSALS.used);
    expect(await messageOf(await check(secret))).toBe(INVITE_REFUSALS.used);
    // Nothing stored reveals the secret, and tokens do not carry it.
    const stored = await server.db.read(async ({ q, t }) => [
      ...(await q.select().from(t.invites)),
      ...(await q.select().from(t.authUsers)),
    ]);
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(JSON.stringify(stored)).toContain('denim');
  });

  test('fifty at once on one use get one account', { tags: ['invitations'] }, async () => {
    const { create, list } = await open();
    const secret = secretIn((await create()).link);
    const before = (await accounts()).length;
    const refusals = await Promise.all(Array.from({ length: 50 }, () => join(secret)));
    expect(refusals.filter((refusal) => refusal === null)).toHaveLength(1);
    expect(new Set(refusals.filter((refusal) => refusal !== null))).toEqual(new Set([INVITE_REFUSALS.used]));
    expect(await accounts()).toHaveLength(before + 1);
    expect(await list()).toMatchObject([{ used: 1, state: 'used' }]);
  });

  test('without one that works, no one gets an account', async () => {
    const { create, admin } = await open();
    const before = (await accounts()).length;
    expect(await join()).toBe(INVITE_NEEDED);
    expect(await join('x'.repeat(32))).toBe(INVITE_REFUSALS.unknown);
    const revoked = await create();
    for (let times = 0; times < 2; times += 1)
      expect((await admin.request('DELETE', `/api/admin/invites/${revoked.id}`)).status).toBe(204);
    expect(await join(secretIn(revoked.link))).toBe(INVITE_REFUSALS.revoked);
    const old = await create();
    await updateRows(server.db, 'invites', { expiresAt: new Date() }, { id: old.id });
    expect(await join(secretIn(old.link))).toBe(INVITE_REFUSALS.expired);
    const api = await server.call('POST', '/api/auth/signup', {
      json: { email: addressOf(), password: PASSWORD },
    });
    expect([api.status, await messageOf(api)]).toEqual([400, INVITE_NEEDED]);
    expect(await accounts()).toHaveLength(before);
    const log = await admin.call<LogEntry[]>('GET', '/api/admin/log');
    expect(log.filter(({ subject }) => subject === 'invite').map(({ action }) => action)).toEqual([
      'create',
      'revoke',
      'create',
    ]);
  });

  test('a closed instance admits no one', async () => {
    const { create } = await open('closed');
    expect(await join(secretIn((await create()).link))).toBe(SIGN_UP_CLOSED);
    const settings = await (await server.call('GET', '/auth/v1/settings')).json();
    expect(settings).toMatchObject({ disable_signup: true });
    await server.close();
    server = await startWorld({ engine, env: { ...AUTOCONFIRM, AUTH_SIGNUP: 'closed' } });
    expect(await join()).toBe(SIGN_UP_CLOSED);
  });

  /** Starts an instance where sign-up is by invitation, and creates one for a single account. */
  async function openWithInvite(env: Record<string, string> = {}) {
    server = await startWorld({ engine, env });
    await changeSettings(server.db, { signUp: 'invite' }, null);
    await expect.poll(async () => (await check('nothing')).status, { timeout: 60_000 }).toBe(400);
    const terms = { uses: 1, days: 1, note: '' };
    const { invite, link } = await createInvite({ db: server.db, publicUrl: server.url }, terms, null);
    const used = async () => (await readRows(server.db, 'invites', { id: invite.id }))[0]?.used;
    return { secret: secretIn(link), used };
  }

  test('an invitation is used when an address is confirmed', {
    tags: ['invitations'],
  }, async () => {
    const { secret, used } = await openWithInvite();
    const [one, two, three] = [addressOf(), addressOf(), addressOf()];
    for (const email of [one, one, two, three]) expect(await join(secret, email)).toBeNull();
    expect(await used()).toBe(0);
    const verify = async (email: string, type: 'signup' | 'recovery' = 'signup', count = 1) => {
      const token_hash = await server.linkToken(email, count);
      return (await server.client().verifyOtp({ token_hash, type })).error?.message ?? null;
    };
    expect(await verify(one, 'signup', 2)).toBeNull();
    expect(await used()).toBe(1);
    expect(await verify(two)).toBe(INVITE_REFUSALS.used);
    // A page says so in words, and the link stays unused.
    const body = new URLSearchParams({ token: await server.linkToken(two), type: 'signup' });
    const page = await fetch(`${server.url}/auth/v1/verify`, { method: 'POST', body });
    expect(page.status).toBe(403);
    expect(await page.text()).toContain(INVITE_REFUSALS.used);
    // A recovery would confirm the address, too.
    await server.client().resetPasswordForEmail(three);
    expect(await verify(three, 'recovery', 2)).toBe(INVITE_REFUSALS.used);
    expect((await accounts()).filter(({ confirmedAt }) => confirmedAt)).toHaveLength(1);
  });

  test('an earlier account is confirmed only while still admitted', async () => {
    server = await startWorld({ engine });
    const [one, two, three] = [addressOf(), addressOf(), addressOf()];
    for (const email of [one, two, three]) expect(await join(undefined, email)).toBeNull();
    const verify = async (email: string, type: 'signup' | 'recovery' = 'signup', count = 1) => {
      const token_hash = await server.linkToken(email, count);
      return (await server.client().verifyOtp({ token_hash, type })).error?.message ?? null;
    };
    const settle = async (mode: 'invite' | 'closed' | 'open') => {
      await changeSettings(server.db, { signUp: mode }, null);
      const isSettled = async () =>
        (await (await server.call('GET', '/')).text()).includes(`"signUp":"${mode}"`);
      await expect.poll(isSettled, { timeout: 60_000 }).toBe(true);
    };
    await settle('invite');
    expect(await verify(one)).toBe(INVITE_NEEDED);
    await settle('closed');
    expect(await verify(two)).toBe(SIGN_UP_CLOSED);
    await server.client().resetPasswordForEmail(three);
    expect(await verify(three, 'recovery', 2)).toBe(SIGN_UP_CLOSED);
    expect((await accounts()).map(({ confirmedAt }) => confirmedAt)).toEqual([null, null, null]);
    // The refused links still work once they may.
    await settle('open');
    expect(await verify(one)).toBeNull();
  });

  test('guessing is limited by address', {
    tags: ['invitations'],
  }, async () => {
    const { secret } = await openWithInvite({ RATE_LIMITS: 'on' });
    for (let times = 0; times < 40; times += 1) expect((await check(secret)).status).toBe(204);
    const statuses: number[] = [];
    for (let times = 0; times < 31; times += 1) statuses.push((await check(`guess${times}`)).status);
    expect(statuses.slice(0, 29)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
    expect((await check(secret)).status).toBe(429);
  });

  test('the operator manages invitations', async () => {
    server = await startWorld({ engine });
    const env = { ...server.env, PUBLIC_URL: server.url };
    const run = (...words: string[]) => runOperator(['invite', ...words], env);
    expect((await run('list')).output).toBe('No invitations yet.');
    const [link = '', about = ''] = (await run('create', '5', '30', 'The book club')).output.split('\n');
    expect(secretIn(link)).toMatch(/^[\w-]{32}$/);
    const id = /Invitation (\S+), until/.exec(about)?.[1] ?? '';
    expect((await run('list')).output).toMatch(
      new RegExp(`^${id}  open  0 of 5 used  until \\S+  by the operator  The book club$`),
    );
    expect(await run('create', '101', '1')).toMatchObject({ code: 1, errors: 'Must be at most 100' });
    expect(await run('revoke', randomUUID())).toMatchObject({ code: 1, errors: 'Invitation not found' });
    expect(await run('revoke', id)).toMatchObject({ code: 0 });
    expect((await run('list')).output).toContain('  revoked  ');
  });
});
