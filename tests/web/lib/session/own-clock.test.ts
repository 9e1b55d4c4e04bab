import { GoTrueClient } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { withOwnClock } from '../../../../web/src/lib/session/own-clock.ts';

const LIFETIME = 900;
const USER = { id: '01', email: 'juniper@example.com' };

/** A client on a device whose clock differs from the server's, and how often it asked for a token. */
function deviceAhead(seconds: number, wrap: (send: typeof fetch) => typeof fetch) {
  let tokens = 0;
  const server: typeof fetch = async () => {
    tokens += 1;
    const serverNow = Math.round(Date.now() / 1000) - seconds;
    return Response.json({
      ...{ access_token: `h.${btoa('{}')}.s`, refresh_token: `r${tokens}`, token_type: 'bearer', user: USER },
      ...{ expires_in: LIFETIME, expires_at: serverNow + LIFETIME },
    });
  };
  const auth = new GoTrueClient({
    ...{ url: 'https://shop.example/auth/v1', fetch: wrap(server) },
    ...{ persistSession: false, autoRefreshToken: false },
  });
  return { auth, tokens: () => tokens };
}

const signedIn = async ({ auth }: ReturnType<typeof deviceAhead>) => {
  const { error } = await auth.signInWithPassword({ email: USER.email, password: 'a password' });
  expect(error).toBeNull();
  for (let i = 0; i < 3; i += 1) await auth.getSession();
};

test.each([0, LIFETIME, -LIFETIME, 86_400])('a device %d s ahead asks for one token', async (seconds) => {
  const device = deviceAhead(seconds, withOwnClock);
  await signedIn(device);
  expect(device.tokens()).toBe(1);
  const { data } = await device.auth.getSession();
  const left = (data.session?.expires_at ?? 0) - Date.now() / 1000;
  expect(Math.abs(left - LIFETIME)).toBeLessThan(5);
});

test("with the server's instants, a device ahead asks again", async () => {
  const device = deviceAhead(LIFETIME, (send) => send);
  await signedIn(device);
  expect(device.tokens()).toBeGreaterThan(1);
});

test('other answers stay as they are', async () => {
  const answers = [
    Response.json({ expires_at: 1 }),
    new Response('no JSON'),
    new Response(null, { status: 204 }),
  ];
  for (const answer of answers) {
    const send = withOwnClock(async () => answer);
    expect(await send('https://shop.example', { method: 'POST' })).toBe(answer);
  }
});
