import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createApp } from '../../../../server/src/platform/http/app.ts';
import { createDiskStore } from '../../../../server/src/platform/media/disk-store.ts';
import { newChatImageKey, newPhotoKey } from '../../../../server/src/platform/media/media-key.ts';
import type { MediaStore } from '../../../../server/src/platform/media/media-store.ts';
import { cacheSmallFiles } from '../../../../server/src/platform/media/small-files.ts';
import { createUploads } from '../../../../server/src/platform/media/uploads.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { webpPicture } from '../../../support/data/pictures.ts';
import { makeTempDir } from '../../../support/servers/temp.ts';
import { openWorld } from '../../../support/world.ts';

const owner = '01900000-0000-7000-8000-000000000001';
const photo = newPhotoKey(owner, 'front.jpg', new Date());
const chatImage = newChatImageKey(owner, 'seam.jpg', new Date());

let folder: string;
let disk: MediaStore;
let store: MediaStore;
beforeEach(() => {
  const dir = makeTempDir();
  onTestFinished(dir.remove);
  folder = dir.path;
  disk = createDiskStore(folder);
  store = cacheSmallFiles(disk);
});
afterEach(() => void vi.restoreAllMocks());

const deleteByHand = (key: string) => rmSync(join(folder, key));

test('a small public picture is served from memory', async () => {
  let now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  await store.put(photo, Buffer.from('a picture'));
  await store.read(photo);
  deleteByHand(photo);
  expect(await store.read(photo)).toEqual({ size: 9, body: Buffer.from('a picture') });
  now += 61_000;
  // The cache reads the clock once a millisecond.
  await pause(5);
  expect(await store.read(photo)).toBeNull();
});

test('a removed picture is gone at once', async () => {
  await store.put(photo, Buffer.from('a picture'));
  await store.read(photo);
  const file = await disk.read(photo);
  let finish = (_: typeof file) => undefined as unknown;
  vi.spyOn(disk, 'read').mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
  const slow = cacheSmallFiles(disk);
  const reading = slow.read(photo);
  await slow.remove(photo);
  finish(file);
  await reading;
  expect(await slow.read(photo)).toBeNull();

  await store.remove(photo);
  expect(await store.read(photo)).toBeNull();
});

test("a conversation's picture is not cached", async () => {
  await store.put(chatImage, Buffer.from('a seam'));
  await store.put(photo, Buffer.alloc(64 * 1024 + 1));
  for (const key of [chatImage, photo]) {
    const file = await store.read(key);
    if (file?.body instanceof ReadableStream) await file.body.cancel();
    deleteByHand(key);
    expect(await store.read(key)).toBeNull();
  }
});

test('a picture removed by another node is gone', async () => {
  const { db, dataDir, join: joinAs } = await openWorld();
  const start = () => {
    const config = { dataDir, redisUrl: 'redis://localhost/1' };
    const uploads = createUploads({ config, db, log: createLog('silent'), urlKey: new Uint8Array(32) });
    onTestFinished(uploads.close);
    const app = createApp(createLog('silent'));
    uploads.mount(app);
    return { ...uploads, app };
  };
  const [here, there] = [start(), start()];
  const path = join(folder, 'front.webp');
  writeFileSync(path, await (await webpPicture(40, 60)).bytes());
  const { url } = await here.add(await joinAs('marlow'), { path, name: 'front.webp' });
  expect((await here.app.request(url)).status).toBe(200);
  await there.discard([url.slice('/media/'.length)]);
  expect((await here.app.request(url)).status).toBe(404);
});

test('an empty file is served as it is', async () => {
  await store.put(photo, new Uint8Array());
  for (let n = 0; n < 2; n += 1) expect(await store.read(photo)).toEqual({ size: 0, body: Buffer.alloc(0) });
});
