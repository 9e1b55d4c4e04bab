import { createHash, randomUUID } from 'node:crypto';
import type { ChangeSettings } from '@selvedge/shared/instance/instance-settings';
import { DEFAULTS } from '@selvedge/shared/instance/instance-settings';
import { INVITE_NEEDED, INVITE_REFUSALS, SIGN_UP_CLOSED } from '@selvedge/shared/instance/invite-texts';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { createInvite } from '../../../server/src/instance/invites/create-invite.ts';
import { revokeInvite } from '../../../server/src/instance/invites/revoke-invite.ts';
import { changeSettings } from '../../../server/src/instance/settings/change-settings.ts';
import { readRows, updateRows } from '../../support/data/rows.ts';
import { startDiscord } from '../../support/peers/discord.ts';
import { startOpenId } from '../../support/peers/openid.ts';
import { PASSWORD } from '../../support/people/account.ts';
import { createBrowser } from '../../support/people/provider-browser.ts';
import { engines } from '../../support/servers/database.ts';
import { startWorld, type World } from '../../support/world.ts';

const RULES = 'Be kind.';
const HASH = createHash('sha256').update(RULES).digest('hex');
const addressOf = () => `${randomUUID()}@example.com`;

async function startProvider(name: 'discord' | 'oidc', site: string) {
  if (name === 'discord') {
    const discord = await startDiscord();
    const become = () => discord.become({ email: addressOf() }).email ?? '';
    return { ...discord, become, approve: discord.approve };
  }
  const openId = await startOpenId([site]);
  return { ...openId, become: () => openId.become().email ?? '', approve: openId.signIn };
}

const WAYS = engines().flatMap((engine) => (['discord', 'oidc'] as const).map((name) => ({ engine, name })));

describe.each(WAYS)('newcomers from $name ($engine)', ({ engine, name }) => {
  let server: World;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  afterEach(async () => {
    await server.close();
    await provider.close();
  });

  async function start(settings: ChangeSettings, env: Record<string, string> = {}) {
    const port = await freePort();
    provider = await startProvider(name, `http://localhost:${port}`);
    const all = { ...provider.env, PORT: String(port), ...env };
    server = await startWorld({ engine, env: all, settings: { ...DEFAULTS, ...settings } });
  }
  const browser = () => createBrowser(server, name, provider.approve);
  /** Signs in. @returns the refusal; null if there is none */
  async function signIn(invite?: string, rules?: string): Promise<string | null> {
    const back = await browser().roundTrip({ ...(invite && { invite }), ...(rules && { rules }) });
    if (back.searchParams.has('code')) return null;
    return back.searchParams.get('error_description') ?? back.pathname + back.search;
  }
  async function create(uses = 1) {
    const terms = { uses, days: 1, note: '' };
    const { invite, link } = await createInvite({ db: server.db, publicUrl: server.url }, terms, null);
    const find = async () => (await readRows(server.db, 'invites', { id: invite.id }))[0];
    return {
      id: invite.id,
      secret: new URL(link).searchParams.get('invite') ?? '',
      used: async () => (await find())?.used,
      expire: () => updateRows(server.db, 'invites', { expiresAt: new Date() }, { id: invite.id }),
    };
  }
  const accounts = () => readRows(server.db, 'authUsers');
  const settle = async (change: ChangeSettings) => {
    await changeSettings(server.db, change, null);
    const mode = async () =>
      (await (await server.call('GET', '/login')).text()).includes(`"signUp":"${change.signUp}"`);
    await expect.poll(mode).toBe(true);
  };

  test('need an invitation that works', {
    tags: ['closed-sign-up'],
  }, async () => {
    await start({ signUp: 'invite' });
    const invite = await create();
    const email = provider.become();
    expect(await signIn()).toBe(INVITE_NEEDED);
    expect(await signIn('x'.repeat(32))).toBe(INVITE_NEEDED);
    expect(await accounts()).toEqual([]);
    expect(await signIn(invite.secret)).toBeNull();
    expect(await accounts()).toMatchObject([{ email, inviteId: invite.id, confirmedAt: expect.any(Date) }]);
    // They have an account now, and need none, whatever they bring.
    for (const secret of [undefined, invite.secret, 'x'.repeat(32)]) expect(await signIn(secret)).toBeNull();
    expect(await invite.used()).toBe(1);

    provider.become();
    expect(await signIn(invite.secret)).toBe(INVITE_REFUSALS.used);
    const [revoked, expired] = [await create(), await create()];
    await revokeInvite(server.db, revoked.id, null);
    expect(await signIn(revoked.secret)).toBe(INVITE_REFUSALS.revoked);
    await expired.expire();
    expect(await signIn(expired.secret)).toBe(INVITE_REFUSALS.expired);
    expect(await accounts()).toHaveLength(1);
  });

  test("get a limit's error after too many wrong invitations", async () => {
    await start({ signUp: 'invite' }, { RATE_LIMITS: 'on' });
    const invite = await create();
    provider.become();
    const guess = () => browser().leave(undefined, { invite: 'x'.repeat(32) });
    await Promise.all(Array.from({ length: 30 }, guess));
    const refused = new URL(await browser().leave(undefined, { invite: invite.secret }));
    expect(refused.origin + refused.pathname).toBe(`${server.url}/`);
    expect(Object.fromEntries(refused.searchParams)).toMatchObject({
      error: 'temporarily_unavailable',
      error_code: 'over_request_rate_limit',
    });
    await server.db.transact(({ q, t }) => q.delete(t.authLimits).returning());
    expect(await signIn(invite.secret)).toBeNull();
    expect(await invite.used()).toBe(1);
  });

  test("at the same moment share an invitation's uses", {
    tags: ['closed-sign-up'],
  }, async () => {
    await start({ signUp: 'invite' });
    const invite = await create(2);
    const returns: (() => Promise<URL>)[] = [];
    for (let person = 0; person < 6; person += 1) {
      provider.become();
      // Each has left twice, in two tabs.
      for (let tab = 0; tab < 2; tab += 1) {
        const left = browser();
        const back = await provider.approve(await left.leave(undefined, { invite: invite.secret }));
        returns.push(() => left.comeBack(back));
      }
    }
    await Promise.all(returns.map((comeBack) => comeBack()));
    expect(await accounts()).toHaveLength(2);
    expect(await invite.used()).toBe(2);
  });

  test('are judged by what holds when they return', async () => {
    await start({ signUp: 'open' });
    const [late, early] = [await create(), await create()];
    provider.become();
    const left = browser();
    const back = await provider.approve(await left.leave(undefined, { invite: late.secret }));
    await settle({ signUp: 'invite' });
    expect((await left.comeBack(back)).searchParams.has('code')).toBe(true);
    expect(await late.used()).toBe(1);

    provider.become();
    const again = browser();
    const denied = await provider.approve(await again.leave(undefined, { invite: early.secret }));
    await revokeInvite(server.db, early.id, null);
    expect((await again.comeBack(denied)).searchParams.get('error_description')).toBe(
      INVITE_REFUSALS.revoked,
    );
  });

  test('are refused by a closed instance', {
    tags: ['closed-sign-up'],
  }, async () => {
    await start({ signUp: 'open' });
    const invite = await create();
    provider.become();
    expect(await signIn()).toBeNull();
    await settle({ signUp: 'closed' });
    expect(await signIn()).toBeNull();
    provider.become();
    expect(await signIn()).toBe(SIGN_UP_CLOSED);
    expect(await signIn(invite.secret)).toBe(SIGN_UP_CLOSED);
    expect(await invite.used()).toBe(0);
    expect(await accounts()).toHaveLength(1);
  });

  test('`AUTH_SIGNUP=closed` closes an open instance to them', async () => {
    await start({ signUp: 'open' }, { AUTH_SIGNUP: 'closed' });
    provider.become();
    expect(await signIn()).toBe(SIGN_UP_CLOSED);
    expect(await accounts()).toEqual([]);
  });

  test('agree to the rules before they have an account', {
    tags: ['closed-sign-up'],
  }, async () => {
    await start({ signUp: 'invite', rules: RULES });
    const invite = await create();
    provider.become();
    expect(await signIn()).toBe(INVITE_NEEDED);
    for (const rules of [undefined, 'a'.repeat(64)])
      expect(await signIn(invite.secret, rules)).toBe(`/login?consent=${name}`);
    expect([await invite.used(), await accounts()]).toEqual([0, []]);
    expect(await signIn(invite.secret, HASH)).toBeNull();
    expect(await accounts()).toMatchObject([{ consent: { rules: HASH } }]);
    expect(await invite.used()).toBe(1);
    expect(await signIn()).toBeNull();
  });

  test('who signed up by mail keep that invitation', async () => {
    await start({ signUp: 'invite', rules: RULES });
    const invite = await create();
    const email = provider.become();
    const data = { invite: invite.secret, rules: HASH };
    const { error } = await server.client().signUp({ email, password: PASSWORD, options: { data } });
    expect(error).toBeNull();
    expect(await signIn()).toBe(`/login?consent=${name}`);
    expect(await invite.used()).toBe(0);
    expect(await signIn(undefined, HASH)).toBeNull();
    expect(await invite.used()).toBe(1);
    expect(await accounts()).toMatchObject([{ email, inviteId: invite.id, consent: { rules: HASH } }]);
  });

  test('cannot come through an older unconfirmed account', {
    tags: ['closed-sign-up'],
  }, async () => {
    await start({ signUp: 'open' });
    const email = provider.become();
    await server.client().signUp({ email, password: PASSWORD });
    await settle({ signUp: 'invite' });
    expect(await signIn()).toBe(INVITE_NEEDED);
    expect((await accounts()).map(({ confirmedAt }) => confirmedAt)).toEqual([null]);
  });
});
