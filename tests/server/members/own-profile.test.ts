import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { User } from '@selvedge/shared/members/users';
import { Hono } from 'hono';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { setPicture as setOwn } from '../../../server/src/members/set-picture.ts';
import { createDiskStore } from '../../../server/src/platform/media/disk-store.ts';
import { createPortraits } from '../../../server/src/platform/media/portraits.ts';
import { createRendering } from '../../../server/src/platform/media/rendering.ts';
import { sweepUnused } from '../../../server/src/platform/media/sweep.ts';
import {
  heicPicture,
  hugePng,
  phonePhoto,
  svgPicture,
  textNamedJpeg,
  transparentPng,
  truncated,
} from '../../support/data/pictures.ts';
import { joinWorld, type Person } from '../../support/people/account.ts';
import { engines } from '../../support/servers/database.ts';
import { worldForAll } from '../../support/world.ts';

const PICTURE = '/api/auth/user/profile-image';

const SMALL = { width: 90, height: 120 };
const HOUR = 3_600_000;
type Parts = Parameters<typeof createPortraits>[0];

/** An endpoint that stores pictures and does nothing with them, like a process that crashes at that point. */
function receiving(parts: Parts, ownerId: string) {
  const keys: string[] = [];
  const portraits = createPortraits(parts);
  const app = new Hono().post('/', async (c) => {
    keys.push(await portraits.takeIn(c, { id: ownerId }));
    return c.body(null, 200);
  });
  return { app, keys };
}

const formOf = (file: Blob, field = 'profileImage', name = 'me.jpg') => {
  const form = new FormData();
  form.set(field, file, name);
  return form;
};

describe.each(engines())("a member's own profile on %s", (engine) => {
  const server = worldForAll({ engine });
  let me: Person;
  beforeAll(async () => {
    me = await joinWorld(server);
  });

  const get = (path: string) => fetch(server.url + path);
  const setPicture = (file: Blob, member = me) => member.call<User>('POST', PICTURE, formOf(file));
  /**
   * Sends a form that is refused early: the server closes the connection, so no other request may share it.
   */
  const send = (form: FormData) =>
    fetch(server.url + PICTURE, {
      method: 'POST',
      headers: { authorization: `Bearer ${me.token}`, connection: 'close' },
      body: form,
    });
  const refusal = async (response: Response) => {
    const { code, message } = (await response.json()) as { code: string; message: string };
    return [response.status, code, message];
  };

  test('a username change is visible at once', async () => {
    const changed = await me.call<Record<string, string>>('PATCH', '/api/auth/user', {
      username: ' Marlow ',
    });
    expect(changed.message).toBe('Username updated successfully!');
    const user = await me.call<User>('GET', '/api/auth/user');
    expect([user.username, user.usernameLastChanged]).toEqual(['Marlow', changed.username_last_changed]);
    const again = await me.request('PATCH', '/api/auth/user', { username: 'Marlow2' });
    expect(await refusal(again)).toEqual([
      400,
      'invalid_input',
      expect.stringContaining('You can change your username again in 7d.'),
    ]);
  });

  test.each([{}, { username: 7 }, { username: 'free', isAdmin: true }, { username: 'free', email: 'a@b.c' }])(
    'a body beyond a username is refused: %j',
    async (body) => {
      expect((await me.request('PATCH', '/api/auth/user', body)).status).toBe(400);
    },
  );

  test('strangers can change nothing', async () => {
    const json = { 'content-type': 'application/json' };
    const rename = { method: 'PATCH', headers: json, body: '{"username":"stranger"}' };
    expect((await fetch(`${server.url}/api/auth/user`, rename)).status).toBe(401);
    const picture = { method: 'POST', body: formOf(await phonePhoto(SMALL)) };
    expect((await fetch(server.url + PICTURE, picture)).status).toBe(401);
  });

  test.each([
    ['a photo', phonePhoto],
    ['an iPhone photo', async () => heicPicture()],
  ])('%s becomes a circle of 400 by 400 pixels', async (_, makePhoto) => {
    const user = await setPicture(await makePhoto());
    expect(user.profileImageUrl).toMatch(new RegExp(`^/media/profiles/${me.id}/profile-\\d{13}\\.png$`));
    const file = await get(user.profileImageUrl ?? '');
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
    const picture = sharp(await file.arrayBuffer());
    const { format, width, height, exif } = await picture.metadata();
    expect([format, width, height, exif]).toEqual(['png', 400, 400, undefined]);
    const pixels = await picture.raw().toBuffer();
    const alphaAt = (x: number, y: number) => pixels[(y * 400 + x) * 4 + 3];
    expect([alphaAt(0, 0), alphaAt(399, 0), alphaAt(0, 399), alphaAt(399, 399)]).toEqual([0, 0, 0, 0]);
    expect([alphaAt(200, 200), alphaAt(200, 1), alphaAt(398, 200)]).toEqual([255, 255, 255]);
  });

  test('a new picture replaces the old one', async () => {
    const seller = await joinWorld(server);
    const listing = await seller.list();
    const conversationId = (await me.openConversation(listing)).id;
    const old = await setPicture(await phonePhoto(SMALL));
    const now = await setPicture(await transparentPng(60, 80));
    expect(now.profileImageUrl).not.toBe(old.profileImageUrl);
    await expect.poll(async () => (await get(old.profileImageUrl ?? '')).status).toBe(404);
    expect((await me.call<User>('GET', '/api/auth/user')).profileImageUrl).toBe(now.profileImageUrl);
    const message = { conversationId, type: 'text', content: 'Hello' };
    const sent = await me.call<{ sender: User }>('POST', '/api/messages', message);
    expect(sent.sender.profileImageUrl).toBe(now.profileImageUrl);
  });

  test.each([
    ['a text named .jpg', async () => textNamedJpeg(), [415, 'unsupported_type', 'Invalid file type']],
    ['a drawing with a script', async () => svgPicture(), [415, 'unsupported_type', 'Invalid file type']],
    [
      'half a photo',
      async () => truncated(await phonePhoto(SMALL), 0.5),
      [400, 'invalid_input', 'Error processing image'],
    ],
    ['100 megapixels', async () => hugePng(10_000), [400, 'invalid_input', 'Error processing image']],
    [
      'more than 10 MB',
      async () => new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]),
      [413, 'too_large', 'File too large'],
    ],
  ])('%s does not replace the picture', async (_, file, expected) => {
    const before = await setPicture(await transparentPng(60, 80));
    expect(await refusal(await send(formOf(await file())))).toEqual(expected);
    expect((await me.call<User>('GET', '/api/auth/user')).profileImageUrl).toBe(before.profileImageUrl);
    expect((await get(before.profileImageUrl ?? '')).status).toBe(200);
  });

  test('a file in another field is not accepted', async () => {
    const response = await send(formOf(await transparentPng(60, 80), 'image'));
    expect(await refusal(response)).toEqual([400, 'invalid_input', 'Upload failed']);
  });

  test('only my own local picture is accepted as URL', async () => {
    const other = await joinWorld(server);
    const { profileImageUrl: theirs } = await setPicture(await transparentPng(60, 80), other);
    const { profileImageUrl: mine } = await setPicture(await transparentPng(60, 80));
    for (const profileImageUrl of [
      theirs,
      'https://evil.example/a.png',
      `https://evil.example${mine}`,
      `/media/profiles/${me.id}/profile-1000000000000.png`,
      `/media/profiles/${me.id}/../${other.id}/profile-1000000000000.png`,
      'javascript:alert(1)',
    ]) {
      expect((await me.request('POST', PICTURE, { profileImageUrl })).status).toBe(400);
    }
    expect((await me.call<User>('POST', PICTURE, { profileImageUrl: mine })).profileImageUrl).toBe(mine);
    expect((await get(mine ?? '')).status).toBe(200);
  });

  test('pictures left by a crash are swept', async () => {
    const owner = await joinWorld(server);
    const { profileImageUrl: current } = await setPicture(await transparentPng(60, 80), owner);
    const media = join(server.dataDir, 'media');
    const crashed: Parts = {
      db: server.db,
      store: createDiskStore(media),
      render: createRendering(),
      folder: server.dataDir,
    };
    const { app, keys } = receiving(crashed, owner.id);
    const response = await app.request('/', { method: 'POST', body: formOf(await transparentPng(60, 80)) });
    expect(response.status).toBe(200);
    const files = () => readdirSync(join(media, 'profiles', owner.id));
    expect(files()).toHaveLength(2);
    await sweepUnused(server.db, crashed.store, new Date(Date.now() + 25 * HOUR));
    expect(files().map((name) => `/media/profiles/${owner.id}/${name}`)).toEqual([current]);

    // The picture is replaced, but the process crashes before removing the old file.
    const { app: again, keys: fresh } = receiving(crashed, owner.id);
    await again.request('/', { method: 'POST', body: formOf(await transparentPng(60, 80)) });
    const portraits = { ...createPortraits(crashed), discard: async () => undefined };
    const { ctx } = server.product;
    await setOwn({ ...ctx, media: { ...ctx.media, portraits } }, owner, fresh[0] ?? '');
    expect(files()).toHaveLength(2);
    await sweepUnused(server.db, crashed.store, new Date(Date.now() + 25 * HOUR));
    expect(files().map((name) => `profiles/${owner.id}/${name}`)).toEqual(fresh);
    expect(keys).not.toEqual(fresh);
  });

  test('a picture can be removed', async () => {
    const { profileImageUrl: mine } = await setPicture(await transparentPng(60, 80));
    expect((await me.call<User>('POST', PICTURE, { profileImageUrl: null })).profileImageUrl).toBeNull();
    await expect.poll(async () => (await get(mine ?? '')).status).toBe(404);
  });
});
