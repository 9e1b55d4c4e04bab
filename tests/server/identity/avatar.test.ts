import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { User } from '@selvedge/shared/members/users';
import { GoTrueClient } from '@supabase/auth-js';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { fetchPicture } from '../../../server/src/identity/discord/fetch-picture.ts';
import { givePicture } from '../../../server/src/members/give-picture.ts';
import { isPublicAddress } from '../../../server/src/platform/core/ip-address.ts';
import { createUploads } from '../../../server/src/platform/media/uploads.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { phonePhoto } from '../../support/data/pictures.ts';
import { type Discord, startDiscord } from '../../support/peers/discord.ts';
import { signUp } from '../../support/people/account.ts';
import { engines } from '../../support/servers/database.ts';
import { resolveTo } from '../../support/servers/resolve-to.ts';
import { startWorld, type World } from '../../support/world.ts';

const PATIENCE = { timeout: 60_000 };
const pathOf = ({ id, avatar }: { id: string; avatar: string | null }) => `/avatars/${id}/${avatar}.png`;
const photo = async () => new Uint8Array(await (await phonePhoto()).arrayBuffer());

describe.each(engines())('a Discord avatar (%s)', (engine) => {
  let discord: Discord;
  let server: World;
  let logged = '';
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= server.close();
    return closed;
  };
  beforeEach(async () => {
    logged = '';
    closed = undefined;
    discord = await startDiscord();
    const log = createLog('warn', {
      write: (line: string) => {
        logged += line;
      },
    });
    server = await startWorld({ engine, env: { ...discord.env, AUTH_AUTOCONFIRM: 'true' }, log });
  });
  afterEach(async () => {
    await close();
    await discord.close();
  });

  /** Signs in the current Discord user. @returns calls as this member. */
  async function signIn() {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    };
    const auth = new GoTrueClient({
      url: `${server.url}/auth/v1`,
      flowType: 'pkce',
      autoRefreshToken: false,
      storage,
    });
    const options = { redirectTo: `${server.url}/`, skipBrowserRedirect: true };
    const { data } = await auth.signInWithOAuth({ provider: 'discord', options });
    const left = await fetch(data.url ?? '', { redirect: 'manual' });
    const cookie = left.headers.get('set-cookie')?.split(';')[0] ?? '';
    const page = discord.approve(left.headers.get('location') ?? '');
    const back = await fetch(page, { redirect: 'manual', headers: { cookie } });
    const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const { data: signedIn, error } = await auth.exchangeCodeForSession(code);
    if (error) throw error;
    const token = signedIn.session?.access_token;
    return {
      me: async () => (await (await server.call('GET', '/api/auth/user', { token })).json()) as User,
      dropPicture: () =>
        server.call('POST', '/api/auth/user/profile-image', { json: { profileImageUrl: null }, token }),
    };
  }

  test('is imported at the first sign-in only', async () => {
    const person = discord.become();
    discord.pictures.set(pathOf(person), { body: await photo() });
    const { me, dropPicture } = await signIn();
    await expect
      .poll(async () => (await me()).profileImageUrl, PATIENCE)
      .toMatch(/^\/media\/profiles\/.*\.png$/);
    const { id, profileImageUrl } = await me();
    expect(profileImageUrl).toContain(id);
    const shown = await server.call('GET', profileImageUrl ?? '');
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);

    await dropPicture();
    await expect
      .poll(async () => (await server.call('GET', profileImageUrl ?? '')).status, PATIENCE)
      .toBe(404);
    const again = await signIn();
    expect((await again.me()).id).toBe(id);
    // Closing the server waits for work that continues after its responses.
    await close();
    expect(discord.requests).toEqual([pathOf(person)]);
  });

  test("an imported picture does not replace the member's own", async () => {
    const member = await signUp(server.url);
    const form = new FormData();
    form.set('profileImage', await phonePhoto(), 'me.jpg');
    await member.call('POST', '/api/auth/user/profile-image', form);
    const { profileImageUrl } = await member.call<User>('GET', '/api/auth/user');
    expect(profileImageUrl).not.toBeNull();

    const { db, dataDir } = server;
    const uploads = createUploads({
      config: { dataDir },
      db,
      log: createLog('error'),
      urlKey: new Uint8Array(32),
    });
    await givePicture({ db, portraits: uploads.portraits }, member.id, await photo());
    await uploads.close();
    expect(await member.call('GET', '/api/auth/user')).toMatchObject({ profileImageUrl });
    const files = readdirSync(join(dataDir, 'media', 'profiles', member.id));
    expect(files).toEqual([profileImageUrl?.split('/').at(-1)]);
  });

  test.each([
    ['is not a picture', { body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }],
    ['redirects', { status: 302, headers: { location: '/elsewhere.png' } }],
    ['is larger than 10 MiB', { body: new Uint8Array(10 * 1024 * 1024 + 1) }],
    ['is missing', { status: 404 }],
  ])('that %s does not block the sign-in', async (_what, picture) => {
    const person = discord.become();
    discord.pictures.set(pathOf(person), picture);
    const { me } = await signIn();
    await expect.poll(() => logged, PATIENCE).toContain('could not import an avatar');
    expect((await me()).profileImageUrl).toBeNull();
    expect(discord.requests).toEqual([pathOf(person)]);
    expect(existsSync(join(server.dataDir, 'media', 'profiles'))).toBe(false);
    const incoming = join(server.dataDir, 'incoming');
    expect(existsSync(incoming) ? readdirSync(incoming) : []).toEqual([]);
  });
});

test.each(
  `127.0.0.1 10.1.2.3 100.64.0.1 169.254.169.254 172.31.255.255 192.168.1.1 0.0.0.0 198.18.0.1 224.0.0.1
  255.255.255.255 ::1 :: ::ffff:127.0.0.1 ::ffff:8.8.8.8 fe80::1 fc00::1 ff02::1 64:ff9b::7f00:1 2002:7f00:1:: 2001:db8::1`.split(
    /\s+/,
  ),
)('%s is not a public address', { tags: ['request-forgery'] }, (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['162.159.129.233', '8.8.8.8', '172.32.0.1', '2606:4700::6810:1', '2a00:1450:4001:80b::200e'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

/** A server on this machine that must receive no connection. */
async function startCanary() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi');
  }).listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

test('a public name for this machine is refused', {
  tags: ['request-forgery'],
}, async () => {
  const { port, connections } = await startCanary();
  resolveTo('pictures.example.com', '127.0.0.1');
  const address = new URL(`http://pictures.example.com:${port}/avatar.png`);
  await expect(fetchPicture(address, { mayBeLocal: false })).rejects.toThrow('is not a public address');
  expect(connections()).toBe(0);
});

test('a name that refers to this machine is refused', {
  tags: ['request-forgery'],
}, async () => {
  const { port, connections } = await startCanary();
  // Literal addresses, in any notation, never reach DNS.
  const hosts =
    `localhost LOCALHOST localhost. 127.0.0.1 127.0.0.1. 127.1 127.0.1 127.255.255.254 0x7f.1 0x7f000001
    0177.0.0.1 017700000001 2130706433 0 0.0.0.0 %31%32%37.0.0.1 ①②⑦.⓪.⓪.① [::1] [0:0:0:0:0:0:0:1] [::]
    [::127.0.0.1] [::ffff:127.0.0.1] [::ffff:7f00:1] [64:ff9b::7f00:1] [2002:7f00:1::] [fe80::1]`.split(
      /\s+/,
    );
  for (const host of hosts) {
    for (const scheme of ['http', 'https']) {
      const address = new URL(`${scheme}://${host}:${port}/avatar.png`);
      await expect(fetchPicture(address, { mayBeLocal: false }), host).rejects.toThrow(
        'is not a public address',
      );
    }
  }
  expect(connections()).toBe(0);
  const allowed = new URL(`http://localhost:${port}/avatar.png`);
  expect((await fetchPicture(allowed, { mayBeLocal: true })).toString()).toBe('hi');
  expect(connections()).toBe(1);
});
