import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createDiskStore, temporaryFolderOf } from '../../../../server/src/platform/media/disk-store.ts';
import {
  fileKeys,
  newChatImageKey,
  newPhotoKey,
  newPortraitKey,
} from '../../../../server/src/platform/media/media-key.ts';
import type { ListedFile, MediaStore } from '../../../../server/src/platform/media/media-store.ts';
import { createS3Store } from '../../../../server/src/platform/media/s3-store.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { startS3 } from '../../../support/peers/s3.ts';
import { makeTempDir } from '../../../support/servers/temp.ts';

async function openDisk() {
  const dir = makeTempDir();
  onTestFinished(dir.remove);
  return {
    store: createDiskStore(dir.path),
    /** Adds a file that the store did not write. */
    async plant(key: string) {
      const path = join(dir.path, key);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, 'theirs');
    },
  };
}

async function openBucket() {
  const peer = await startS3();
  onTestFinished(peer.close);
  const store = createS3Store(peer.settings(), createLog('error'));
  return { store, plant: (key: string) => store.put(key, Buffer.from('theirs')) };
}

async function pagesOf(store: MediaStore, pageMax?: number): Promise<ListedFile[][]> {
  const pages: ListedFile[][] = [];
  for await (const page of store.list(pageMax)) pages.push(page);
  return pages;
}

const person = '01900000-0000-7000-8000-000000000001';
const at = new Date(1_700_000_000_000);
const bytes = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 31) % 251);

describe.each([
  ['on disk', openDisk],
  ['in a bucket', openBucket],
])('a media store %s', (_, open) => {
  let store: MediaStore;
  let plant: (key: string) => Promise<void>;
  beforeEach(async () => {
    ({ store, plant } = await open());
  });

  const readBack = async (key: string) => {
    const file = await store.read(key);
    return file && { size: file.size, bytes: new Uint8Array(await new Response(file.body).arrayBuffer()) };
  };
  const listed = async () => (await pagesOf(store)).flat();

  test('returns what was stored in full', async () => {
    const key = newPhotoKey(person, 'front.jpg', at);
    const content = bytes(700_001);
    expect(await store.read(key)).toBeNull();
    await store.put(key, content);
    expect(await readBack(key)).toEqual({ size: content.length, bytes: content });
    expect(await store.read(newPhotoKey(person, 'front.jpg', at))).toBeNull();

    await store.remove(key);
    await store.remove(key);
    expect(await store.read(key)).toBeNull();
    expect(await listed()).toEqual([]);
  });

  test('stays usable after a picture was read partly', async () => {
    const key = newPhotoKey(person, 'front.jpg', at);
    await store.put(key, bytes(3_000_000));
    for (let i = 0; i < 20; i += 1) {
      const file = await store.read(key);
      if (file?.body instanceof ReadableStream) await file.body.cancel();
    }
    expect((await readBack(key))?.size).toBe(3_000_000);
  });

  test('lists every own picture with its time', async () => {
    expect(await listed()).toEqual([]);
    const before = Date.now();
    const keys = [
      ...fileKeys(newPhotoKey(person, 'front.jpg', at)),
      ...fileKeys(newChatImageKey(person, 'seam.jpg', at)),
      newPortraitKey(person, at),
    ];
    for (const key of keys) await store.put(key, bytes(10));
    for (const key of ['readme.txt', `${person}/notes & <more>.webp`, `${keys[0]}.tmp`]) await plant(key);
    const files = await listed();
    expect(files.map(({ key }) => key).sort()).toEqual(keys.toSorted());
    // Some stores only record whole seconds.
    for (const { putAt } of files) expect(putAt.getTime()).toBeGreaterThanOrEqual(before - 1_000);
  });

  test('lists more than one page, each picture once', async () => {
    const keys = Array.from({ length: 7 }, () => newPhotoKey(person, 'front.jpg', at));
    for (const key of keys) await store.put(key, bytes(1));
    // Sorts after all others.
    await plant('z.txt');
    const pages = await pagesOf(store, 3);
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(
      pages
        .flat()
        .map(({ key }) => key)
        .sort(),
    ).toEqual(keys.toSorted());
  });

  test('can be checked', async () => {
    await expect(store.check()).resolves.toBeUndefined();
  });
});

test('a half-written file is no picture', async () => {
  const dir = makeTempDir();
  onTestFinished(dir.remove);
  const store = createDiskStore(dir.path);
  const folder = temporaryFolderOf(dir.path);
  mkdirSync(folder);
  writeFileSync(join(folder, randomUUID()), 'half');
  expect(await pagesOf(store)).toEqual([]);
});

test('a folder replaced by a link keeps its pictures', async () => {
  const [{ path: folder }, moved] = [makeTempDir(), makeTempDir()];
  onTestFinished(moved.remove);
  const store = createDiskStore(folder);
  const key = newPhotoKey(person, 'front.jpg', at);
  await store.put(key, bytes(9));
  await store.read(key);
  renameSync(folder, join(moved.path, 'media'));
  symlinkSync(join(moved.path, 'media'), folder);
  onTestFinished(() => rmSync(folder));
  expect(await store.read(key)).toMatchObject({ size: 9 });
});
