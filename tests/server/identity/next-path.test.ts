import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../support/people/account.ts';
import { engines } from '../../support/servers/database.ts';
import { type IdentityServer, startIdentity } from '../../support/servers/identity-server.ts';

const WANTED = '/listing/1?from=mail&x=%2F#photos';
const newEmail = () => `${randomUUID()}@example.com`;

describe.each(engines())('the link in a sign-up mail, on %s, leads', (engine) => {
  let server: IdentityServer;
  beforeAll(async () => {
    server = await startIdentity(engine);
  });
  afterAll(() => server.close());

  /** Opens the newest of `count` mailed links. */
  async function follow(email: string, count = 1): Promise<string | null> {
    const body = new URLSearchParams({ token: await server.linkToken(email, count), type: 'signup' });
    return (await server.request('/auth/v1/verify', { method: 'POST', body })).headers.get('location');
  }
  const signUp = (email: string, next: string) =>
    server.request('/api/auth/signup', { json: { email, password: PASSWORD, next } });
  const onwards = (next: string, email: string) =>
    `/login?verified=1&next=${encodeURIComponent(next)}#email=${encodeURIComponent(email)}`;

  const home = (email: string) => `/login?verified=1#email=${encodeURIComponent(email)}`;

  test('to the page the member came from, which the mail does not name', async () => {
    const email = newEmail();
    expect((await signUp(email, WANTED)).status).toBe(200);
    expect(await follow(email)).toBe(onwards(WANTED, email));
    expect(server.mails(email).join()).not.toContain('photos');
  });

  test('after a resend, to the same page or to the newly requested one', async () => {
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
  ])('and never to %s', leadsHome);

  test('and never to an overlong path', () => leadsHome(`/${'x'.repeat(2_000)}`));

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
