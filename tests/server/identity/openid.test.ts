import type { GoTrueClient } from '@supabase/auth-js';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { updateRows } from '../../support/data/rows.ts';
import { type OpenId, startOpenId } from '../../support/peers/openid.ts';
import { createBrowser } from '../../support/people/provider-browser.ts';
import {
  addFactor,
  ageProofs,
  auditOf,
  clientOf,
  signInAgain,
  tokenOf,
} from '../../support/people/two-step.ts';
import { engines } from '../../support/servers/database.ts';
import { startWorld, type World } from '../../support/world.ts';

const browserOf = (server: World, { signIn }: OpenId) => createBrowser(server, 'oidc', signIn);

describe.each(engines())('OpenID Connect (%s)', (engine) => {
  let server: World;
  let openId: OpenId;
  beforeAll(async () => {
    const port = await freePort();
    openId = await startOpenId([`http://localhost:${port}`]);
    // Refused returns are logged.
    server = await startWorld({
      engine,
      env: { ...openId.env, PORT: String(port) },
      log: createLog('silent'),
    });
  });
  afterAll(async () => {
    await server.close();
    await openId.close();
  });

  const browser = () => browserOf(server, openId);
  const errorIn = (url: URL) => [url.origin, url.searchParams.get('error_code')];
  const REFUSED = () => [server.url, 'unexpected_failure'];
  async function join() {
    const auth = clientOf(server.url);
    const { email, session } = await server.joinWithClient(auth);
    return { auth, email, id: session.user.id };
  }
  const headersOf = async (auth: GoTrueClient) => ({ authorization: `Bearer ${await tokenOf(auth)}` });
  /** Begins linking from the settings. */
  async function beginLink(auth: GoTrueClient, of = browser()) {
    const headers = await headersOf(auth);
    const response = of.keep(
      await server.call('GET', `/auth/v1/user/identities/authorize?${of.query()}`, { headers }),
    );
    return { of, response, body: (await response.json()) as { url: string; error_code: string } };
  }
  async function link(auth: GoTrueClient): Promise<URL> {
    const { of, body } = await beginLink(auth);
    return of.comeBack(await openId.signIn(body.url));
  }
  const identitiesOf = (userId: string) =>
    server.db.read(({ q, t: { authIdentities: i } }) =>
      q.select({ id: i.id, provider: i.provider, subject: i.subject }).from(i).where(eq(i.userId, userId)),
    );

  test('a new member gets a confirmed account', {
    tags: ['openid-linking'],
  }, async () => {
    const person = openId.become();
    const first = await browser().signIn();
    expect(first.user).toMatchObject({
      email: person.email,
      app_metadata: { provider: 'oidc', providers: ['oidc'] },
    });
    const me = await server.call('GET', '/api/auth/user', { token: first.access_token });
    expect(await me.json()).toMatchObject({
      username: expect.stringMatching(/^user\w{8}$/),
      hasPassword: false,
    });
    expect(await identitiesOf(first.user.id)).toMatchObject([{ subject: `${openId.issuer} ${person.sub}` }]);
    // Whatever address the provider tells by then.
    openId.become({ ...person, email: 'elsewhere@example.com', email_verified: false });
    const second = await browser().signIn();
    expect(second.user).toMatchObject({ id: first.user.id, email: person.email });
    expect(await auditOf(server.db, first.user.id)).toMatchObject({
      signed_up: 1,
      oidc_linked: 1,
      signed_in: 2,
    });
  });

  test('an address with an account here is not linked', {
    tags: ['openid-linking'],
  }, async () => {
    const me = await join();
    openId.become({ email: me.email });
    expect(errorIn(await browser().roundTrip())).toEqual([server.url, 'user_already_exists']);
    expect((await identitiesOf(me.id)).map(({ provider }) => provider)).toEqual(['email']);

    const person = openId.become();
    await server.client().signUp({ email: person.email ?? '', password: 'typed by a stranger' });
    const { user } = await browser().signIn();
    expect(user.email).toBe(person.email);
    const { error } = await server
      .client()
      .signInWithPassword({ email: person.email ?? '', password: 'typed by a stranger' });
    expect(error).toMatchObject({ code: 'invalid_credentials' });
  });

  test('a sign-in that fails any check is refused', {
    tags: ['openid-sign-in'],
  }, async () => {
    openId.become();
    const nonce = browser();
    const page = new URL(await nonce.leave());
    page.searchParams.set('nonce', 'of-another-flow');
    expect(errorIn(await nonce.comeBack(await openId.signIn(page.href)))).toEqual(REFUSED());

    const mixedUp = browser();
    const back = new URL(await openId.signIn(await mixedUp.leave()));
    expect(back.searchParams.get('iss')).toBe(openId.issuer);
    back.searchParams.set('iss', 'https://evil.example');
    expect(errorIn(await mixedUp.comeBack(back.href))).toEqual(REFUSED());

    openId.state.idTokenTtl = -3_600;
    expect(errorIn(await browser().roundTrip())).toEqual(REFUSED());
    openId.state.idTokenTtl = 3_600;

    openId.state.declines = true;
    const declined = await browser().roundTrip();
    openId.state.declines = false;
    expect([declined.searchParams.get('error'), ...errorIn(declined)]).toEqual([
      'access_denied',
      server.url,
      'bad_oauth_callback',
    ]);
    expect((await browser().roundTrip()).searchParams.has('code')).toBe(true);
  });

  test('a return works once, in its own browser', {
    tags: ['openid-sign-in'],
  }, async () => {
    openId.become();
    const me = browser();
    const back = await openId.signIn(await me.leave());
    expect(errorIn(await me.comeBack(back, ''))).toEqual([server.url, 'bad_oauth_state']);
    expect(errorIn(await me.comeBack(back))).toEqual([server.url, 'bad_oauth_state']);

    const again = browser();
    const used = await openId.signIn(await again.leave());
    expect((await again.comeBack(used)).searchParams.has('code')).toBe(true);
    expect(errorIn(await again.comeBack(used))).toEqual([server.url, 'bad_oauth_state']);
    const fresh = new URL(await openId.signIn(await again.leave()));
    fresh.searchParams.set('code', new URL(used).searchParams.get('code') ?? '');
    expect(errorIn(await again.comeBack(fresh.href))).toEqual(REFUSED());

    const late = browser();
    const lateBack = await openId.signIn(await late.leave());
    await updateRows(server.db, 'authFlows', { expiresAt: new Date(Date.now() - 1) }, { stage: 'state' });
    expect(errorIn(await late.comeBack(lateBack))).toEqual([server.url, 'bad_oauth_state']);
  });

  test('our own code works once, with its own verifier', { tags: ['openid-sign-in'] }, async () => {
    openId.become();
    const me = browser();
    const code = async () => (await me.roundTrip()).searchParams.get('code') ?? '';
    const wrong = await code();
    expect((await me.exchange(wrong, 'another verifier')).status).toBe(400);
    expect((await me.exchange(wrong)).status).toBe(404);
    const right = await code();
    expect((await me.exchange(right)).status).toBe(200);
    expect((await me.exchange(right)).status).toBe(404);
  });

  test('a foreign redirect_to leads to the public URL', { tags: ['openid-sign-in'] }, async () => {
    openId.become();
    for (const redirect of ['https://evil.example/', `${server.url}@evil.example/`, `${server.url}/deep`]) {
      const me = browser();
      const back = await me.comeBack(await openId.signIn(await me.leave(redirect)));
      expect(back.href.startsWith(`${server.url}/?code=`)).toBe(true);
    }
  });

  test('a signed-in member links it with a fresh proof', {
    tags: ['openid-linking'],
  }, async () => {
    const me = await join();
    const person = openId.become();
    await ageProofs(server.db, me.id);
    expect((await beginLink(me.auth)).body).toMatchObject({ error_code: 'reauthentication_needed' });
    const proof = await server.call('POST', '/auth/v1/reauthenticate', {
      headers: await headersOf(me.auth),
      json: { password: 'raw denim, soaked once' },
    });
    expect(proof.status).toBe(200);
    const linked = await link(me.auth);
    expect([linked.origin, linked.searchParams.get('linked'), linked.searchParams.has('code')]).toEqual([
      server.url,
      'oidc',
      false,
    ]);
    // Again, nothing happens.
    expect((await link(me.auth)).searchParams.get('linked')).toBe('oidc');
    const { user } = await browser().signIn();
    expect(user).toMatchObject({ id: me.id, email: me.email });
    await expect
      .poll(async () => (await server.mailsTo(me.email)).join())
      .toContain('You can now sign in with Acme');

    const identity = (await identitiesOf(me.id)).find(({ provider }) => provider === 'oidc');
    const gone = await server.call('DELETE', `/auth/v1/user/identities/${identity?.id}`, {
      headers: await headersOf(me.auth),
    });
    expect(gone.status).toBe(200);
    await expect
      .poll(async () => (await server.mailsTo(me.email)).join())
      .toContain('You can no longer sign in with Acme');
    expect(await auditOf(server.db, me.id)).toMatchObject({ oidc_linked: 1, oidc_unlinked: 1 });
    // The person is a stranger again.
    expect((await browser().signIn()).user).toMatchObject({ email: person.email });
  });

  test('it cannot be linked to two accounts', {
    tags: ['openid-linking'],
  }, async () => {
    const [me, other] = [await join(), await join()];
    openId.become();
    await link(me.auth);
    expect(errorIn(await link(other.auth))).toEqual([server.url, 'identity_already_exists']);

    openId.become();
    const { of, body } = await beginLink(other.auth);
    const back = await openId.signIn(body.url);
    expect(errorIn(await of.comeBack(back, 'sv-flow=of-somebody-else'))).toEqual([
      server.url,
      'bad_oauth_state',
    ]);
    const begun = await beginLink(other.auth);
    const returned = await openId.signIn(begun.body.url);
    await updateRows(
      server.db,
      'authUsers',
      { bannedUntil: new Date(Date.now() + 60_000) },
      { id: other.id },
    );
    expect(errorIn(await begun.of.comeBack(returned))).toEqual([server.url, 'user_banned']);
    expect((await identitiesOf(other.id)).map(({ provider }) => provider)).toEqual(['email']);
  });

  test('two-step sign-in protects an account reached through it', async () => {
    const me = await join();
    openId.become();
    await link(me.auth);
    await addFactor(me.auth, server.db);
    const { access_token } = await browser().signIn();
    const answer = await server.call('GET', '/api/conversations', { token: access_token });
    expect(answer.status).toBe(403);
    const { auth: half } = await signInAgain(server.url, me.email);
    expect((await beginLink(half)).body.error_code).toBe('insufficient_aal');
  });
});

test('a provider that fails is refused in words', {
  tags: ['openid-sign-in'],
}, async () => {
  const port = await freePort();
  const site = `http://localhost:${port}`;
  const openId = await startOpenId([site]);
  const env = { ...openId.env, PORT: String(port) };
  const codeOf = (url: string) => new URL(url).searchParams.get('error_code');
  openId.become();

  const renamed = { ...env, OIDC_ISSUER: openId.issuer.replace('localhost', '127.0.0.1') };
  const misled = await startWorld({ env: renamed, log: createLog('silent') });
  expect(codeOf(await browserOf(misled, openId).leave())).toBe('provider_unreachable');
  await misled.close();

  const server = await startWorld({ env, log: createLog('silent') });
  const browser = browserOf(server, openId);
  openId.state.swapsKeys = true;
  expect((await browser.roundTrip()).searchParams.get('error_code')).toBe('unexpected_failure');
  const back = await openId.signIn(await browser.leave());
  await openId.close();
  expect((await browser.comeBack(back)).searchParams.get('error_code')).toBe('unexpected_failure');
  await server.close();

  const alone = await startWorld({ env, log: createLog('silent') });
  const left = await browserOf(alone, openId).leave();
  expect([new URL(left).origin, codeOf(left)]).toEqual([site, 'provider_unreachable']);
  const member = await alone.signUp();
  const linking = await alone.call(
    'GET',
    `/auth/v1/user/identities/authorize?${browserOf(alone, openId).query()}`,
    { token: member.session.access_token },
  );
  expect([linking.status, await linking.json()]).toMatchObject([
    500,
    {
      error_code: 'provider_unreachable',
      msg: 'Acme cannot be reached at the moment. Please try again later.',
    },
  ]);
  await alone.close();
});
