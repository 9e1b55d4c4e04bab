import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PASSWORD } from '../../support/people/account.ts';
import { engines } from '../../support/servers/database.ts';
import { worldForAll } from '../../support/world.ts';

const WANTED = '/listing/1?from=mail&x=%2F#photos';
const newEmail = () => `${randomUUID()}@example.com`;

describe.each(engines())('the link in a sign-up mail, on %s, leads', (engine) => {
  const server = worldForAll({ engine });

  /** Opens the newest of `count` mailed links. */
  async function follow(email: string, count = 1): Promise<string | null> {
    const body = new URLSearchParams({ token: await server.linkToken(email, count), type: 'signup' });
    return (await server.call('POST', '/auth/v1/verify', { body })).headers.get('location');
  }
  const signUp = (email: string, next: string) =>
    server.call('POST', '/api/auth/signup', { json: { email, password: PASSWORD, next } });
  const onwards = (next: string, email: string) =>
    `/login?verified=1&next=${encodeURIComponent(next)}#email=${encodeURIComponent(email)}`;

  const home = (email: string) => `/login?verified=1#email=${encodeURIComponent(email)}`;

  test('to the page the member came from', async () => {
    const email = newEmail();
    expect((await signUp(email, WANTED)).status).toBe(200);
    expect(await follow(email)).toBe(onwards(WANTED, email));
    expect((await server.mailsTo(email)).join()).not.toContain('photos');
  });

  test('to the newly requested page after a resend', async () => {
    const [same, other] = [newEmail(), newEmail()];
    for (const email of [same, other]) await signUp(email, WANTED);
    await server.client().resend({ type: 'signup', email: same });
    expect(await follow(same, 2)).toBe(onwards(WANTED, same));
    const options = { emailRedirectTo: `${server.url}/wtb` };
    await server.client().resend({ type: 'signup', email: other, options });
    expect(await follow(other, 2)).toBe(onwards('/wtb', other));
  });

  test("to the URL named by the provider's client", async () => {
    const email = newEmail();
    const options = { emailRedirectTo: server.url + WANTED };
    await server.client().signUp({ email, password: PASSWORD, options });
    expect(await follow(email)).toBe(onwards(WANTED, email));
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/..//evil.example',
    '/.//evil.example',
    'https://evil.example/listing/1',
    'javascript:alert(1)',
    'listing/1',
    '/',
  ])('home instead of to %s', { tags: ['open-redirects'] }, leadsHome);

  test('home instead of to an overlong path', () => leadsHome(`/${'x'.repeat(2_000)}`));

  async function leadsHome(next: string): Promise<void> {
    const email = newEmail();
    expect((await signUp(email, next)).status).toBe(200);
    expect(await follow(email)).toBe(home(email));
    const options = { emailRedirectTo: `${server.url}${next}` };
    const another = newEmail();
    await server.client().signUp({ email: another, password: PASSWORD, options });
    expect(await follow(another)).toBe(home(another));
  }
});

describe.each(engines())('a mailed link for a site in REDIRECT_ALLOW, on %s, leads back', (engine) => {
  const SHOP = 'https://shop.example';
  const pages = ['/', '/login', '/reset-password'].map((path) => SHOP + path);
  const server = worldForAll({ engine, env: { REDIRECT_ALLOW: pages.join(', ') } });

  /** Uses the newest of `count` links mailed to an address. @returns where its form redirects to */
  async function use(type: string, email: string, count: number, password = ''): Promise<string | null> {
    const token = await server.linkToken(email, count);
    const shown = await server.call('GET', `/auth/v1/verify?token=${token}&type=${type}`);
    const body = new URLSearchParams({ token, type, ...(password && { password }) });
    const used = await server.call('POST', '/auth/v1/verify', { body });
    const to = used.headers.get('location');
    // Otherwise, browsers would block the form's redirect.
    const isAllowed = shown.headers.get('content-security-policy')?.includes(`form-action 'self' ${SHOP};`);
    expect(isAllowed).toBe(to?.startsWith(SHOP));
    return to;
  }
  const signUp = (email: string, emailRedirectTo: string) =>
    server.client().signUp({ email, password: PASSWORD, options: { emailRedirectTo } });

  test('to that site after a sign-up', async () => {
    const [plain, next, outside] = [newEmail(), newEmail(), newEmail()];
    await signUp(plain, `${SHOP}/login?verified=1`);
    expect(await use('signup', plain, 1)).toBe(`${SHOP}/login?verified=1#email=${encodeURIComponent(plain)}`);
    await signUp(next, `${SHOP}/login?verified=1&next=${encodeURIComponent(WANTED)}`);
    const onwards = `${SHOP}/login?verified=1&next=${encodeURIComponent(WANTED)}`;
    expect(await use('signup', next, 1)).toBe(`${onwards}#email=${encodeURIComponent(next)}`);
    await signUp(outside, `${SHOP}/login?verified=1&next=${encodeURIComponent('//evil.example')}`);
    expect(await use('signup', outside, 1)).toBe(
      `${SHOP}/login?verified=1#email=${encodeURIComponent(outside)}`,
    );
  });

  test('there after a resend', async () => {
    const [same, other] = [newEmail(), newEmail()];
    await signUp(same, `${SHOP}/login?next=%2Fwtb`);
    await server.client().resend({ type: 'signup', email: same });
    const plain = { emailRedirectTo: `${SHOP}/login?verified=1&next=%2F` };
    await server.client().resend({ type: 'signup', email: same, options: plain });
    expect(await use('signup', same, 3)).toMatch(`${SHOP}/login?verified=1&next=%2Fwtb#`);
    await signUp(other, server.url);
    const options = { emailRedirectTo: `${SHOP}/login` };
    await server.client().resend({ type: 'signup', email: other, options });
    expect(await use('signup', other, 2)).toMatch(`${SHOP}/login?verified=1#`);
  });

  test('there for members who sign up again', async () => {
    const { email } = await server.join();
    await signUp(email, `${SHOP}/login`);
    await expect.poll(async () => (await server.mailsTo(email)).at(-1)).toContain(`${SHOP}/login`);
  });

  test('there after a recovery', async () => {
    const { email, auth } = await server.joinWithClient();
    await server.client().resetPasswordForEmail(email, { redirectTo: `${SHOP}/reset-password` });
    expect(await use('recovery', email, 1, 'another good password')).toMatch(`${SHOP}/login?reset=1`);
    await expect
      .poll(async () => (await server.mailsTo(email)).at(-1))
      .toContain('Your password was changed');
    await auth.signInWithPassword({ email, password: 'another good password' });
    const wanted = newEmail();
    const before = (await server.mailsTo(email)).length;
    await auth.updateUser({ email: wanted }, { emailRedirectTo: `${SHOP}/login` });
    expect(await use('email_change', email, before + 1)).toBe(`${SHOP}/login?half=1`);
    expect(await use('email_change', wanted, 1, 'another good password')).toMatch(`${SHOP}/login?changed=1`);
  });

  test.each([
    `${SHOP}/elsewhere`,
    `${SHOP}:8443/login`,
    'http://shop.example/login',
    'https://evil.example/login',
    'https://evil@shop.example/login',
    'https://shop.example@evil.example/login',
    'https://shop.example\\@evil.example/login',
    'https://shop.example.evil.example/login',
    '//evil.example/login',
    'javascript:alert(1)//https://shop.example/login',
  ])('to this instance instead of %s', async (redirectTo) => {
    const email = newEmail();
    await signUp(email, redirectTo);
    expect(await use('signup', email, 1)).toBe(`/login?verified=1#email=${encodeURIComponent(email)}`);
    await server.client().resetPasswordForEmail(email, { redirectTo });
    expect(await use('recovery', email, 2, 'another good password')).toMatch(/^\/login\?reset=1/);
  });
});
