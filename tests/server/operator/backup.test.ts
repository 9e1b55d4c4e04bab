import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, expect, test, vi } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { createDiskStore } from '../../../server/src/platform/media/disk-store.ts';
import { fileKeys, newPhotoKey } from '../../../server/src/platform/media/media-key.ts';
import { phonePhoto } from '../../support/data/pictures.ts';
import { readMessages } from '../../support/data/stored-messages.ts';
import { countAcked, countMissing, isQuiet, keepSending, startCrowd } from '../../support/people/crowd.ts';
import { runOperator } from '../../support/people/run-operator.ts';
import { prepareDrill } from '../../support/servers/drill.ts';
import { createProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

/** Megabytes of pictures, in addition to those uploaded by members. */
const MEGABYTES = Number(process.env.SELVEDGE_TEST_MEGABYTES ?? 4);
const ACKS = Number(process.env.SELVEDGE_TEST_ACKS ?? 400);
const PATIENCE = { timeout: 120_000, interval: 20 };
/** Twenty writers with this pause send 200 messages per second. */
const PAUSE_MS = 100;
const VARIANT_BYTES = 256 * 1024;

const product = await prepareDrill();
const dir = makeTempDir();
afterAll(() => dir.remove());

const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1);

/** Adds a member's pictures to the instance, each as four files of a quarter of a megabyte. */
async function addPictures(ownerId: string): Promise<void> {
  const store = createDiskStore(join(product.dataDir, 'media'));
  const sqlite = new Sqlite(join(product.dataDir, 'selvedge.db'), { timeout: 5_000 });
  const insert = sqlite.prepare(
    `insert into uploads (key, owner_id, width, height, placeholder, bytes, used_at, created_at) values (?, ?, 1, 1, '', 1, 1, 0)`,
  );
  for (let i = 0; i < MEGABYTES; i += 1) {
    const key = newPhotoKey(ownerId, 'front.jpg', new Date());
    for (const file of fileKeys(key)) await store.put(file, randomBytes(VARIANT_BYTES));
    insert.run(key, ownerId);
  }
  sqlite.close();
}

/** The files of all used pictures, according to the database in `dataDir`. */
function usedFiles(dataDir: string): string[] {
  const sqlite = new Sqlite(join(dataDir, 'selvedge.db'));
  const keys = sqlite.prepare<[], string>('select key from uploads where used_at is not null').pluck().all();
  sqlite.close();
  return keys.flatMap(fileKeys);
}

test('a backup under load restores everything acked before it', async () => {
  const crowd = await startCrowd(product.url, 0);
  const { clients } = crowd;
  const member = clients[0]?.member;
  if (!member) throw new Error('the crowd has no clients');
  await addPictures(member.id);
  const photo = await phonePhoto();
  let isOver = false;
  const writing = keepSending(crowd, PAUSE_MS);
  const dealing = (async () => {
    while (!isOver) {
      const { id } = await member.list(photo);
      await member.request('DELETE', `/api/listings/${id}`);
    }
  })();
  const acked = () => countAcked(crowd);
  await vi.waitUntil(() => acked() >= ACKS / 2, PATIENCE);

  const before = new Map(clients.map((client) => [client, client.acked.length]));
  const folder = join(dir.path, 'backup');
  const backupAt = performance.now();
  expect(await runOperator(['backup', folder], { DATA_DIR: product.dataDir })).toMatchObject({
    code: 0,
    errors: '',
    output: expect.not.stringContaining('lost'),
  });
  const backupTook = seconds(backupAt);
  await vi.waitUntil(() => acked() >= ACKS, PATIENCE);
  isOver = true;
  await Promise.all([writing.stop(), dealing]);
  await vi.waitUntil(() => isQuiet(crowd), PATIENCE);
  for (const client of clients) client.close();

  const empty = join(dir.path, 'empty');
  const restoreAt = performance.now();
  expect(await runOperator(['restore', folder], { DATA_DIR: empty })).toMatchObject({ code: 0, errors: '' });
  const other = createProduct({
    entry: 'server/build/app/main.js',
    dataDir: empty,
    port: await freePort(),
    // The same URL: sessions are bound to it.
    env: { PUBLIC_URL: product.url },
  });
  await other.start();
  const restoreTook = seconds(restoreAt);
  try {
    const { byConversation, integrity } = readMessages(empty);
    expect(integrity).toBe('ok');
    const early = clients.map((client) => ({ ...client, acked: client.acked.slice(0, before.get(client)) }));
    expect(early.flatMap((client) => client.acked).length).toBeGreaterThanOrEqual(ACKS / 2);
    expect(countMissing({ ...crowd, clients: early }, byConversation)).toBe(0);
    for (const rows of byConversation.values())
      expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, i) => i + 1));

    const files = usedFiles(empty);
    expect(files.length).toBeGreaterThanOrEqual(MEGABYTES * 4);
    for (const file of files) {
      const shown = await fetch(`${other.url}/media/${file}`);
      expect(shown.status).toBe(200);
      const original = join(product.dataDir, 'media', file);
      const bytes = new Uint8Array(await shown.arrayBuffer());
      // A picture removed meanwhile exists in the copy only.
      if (statSync(original, { throwIfNoEntry: false }))
        expect(sumOf(bytes)).toBe(sumOf(readFileSync(original)));
    }
    const { data } = await member.auth.getSession();
    const me = await fetch(`${other.url}/api/auth/user`, {
      headers: { authorization: `Bearer ${data.session?.access_token}` },
    });
    // Keys and secret were restored, so sessions continue.
    expect(me.status).toBe(200);
    console.log(
      `${MEGABYTES} MB of pictures: backup in ${backupTook} s among ${acked()} acks, restored and started in ${restoreTook} s; ${files.length} files equal, 0 messages lost`,
    );
  } finally {
    await other.stop();
  }

  const running = await runOperator(['restore', folder], { DATA_DIR: product.dataDir });
  expect(running).toMatchObject({ code: 1, errors: expect.stringContaining('is in use by process') });
}, 1_200_000);

test('a backup that fails changes nothing', async () => {
  const env = { DATA_DIR: product.dataDir };
  const folder = join(dir.path, randomUUID());
  expect((await runOperator(['backup', folder], env)).code).toBe(0);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'selvedge.db')).mode & 0o777).toBe(0o600);
  expect(await runOperator(['backup', folder], env)).toMatchObject({
    code: 1,
    errors: `${folder} already exists and is not empty.`,
  });
  expect(
    await runOperator(['backup', join(dir.path, 'x')], { DATA_DIR: join(dir.path, 'typo') }),
  ).toMatchObject({
    code: 1,
    errors: expect.stringContaining('There is no database at'),
  });
  expect(await runOperator(['restore', dir.path], { DATA_DIR: join(dir.path, 'other') })).toMatchObject({
    code: 1,
    errors: `${dir.path} contains no finished copy of an instance.`,
  });

  const manifest = join(folder, 'manifest.json');
  const written = readFileSync(manifest, 'utf8');
  writeFileSync(manifest, written.replace(/"schema": \d+/, '"schema": 99'));
  const other = { DATA_DIR: join(dir.path, 'other') };
  expect(await runOperator(['restore', folder], other)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('has schema 99 and this release'),
  });
  writeFileSync(manifest, written);
  const [, picture = ''] = /(media\/.*)/.exec(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')) ?? [];
  // Remove it first: it is a hard link to the instance's own file, which must not be overwritten.
  rmSync(join(folder, picture));
  const damaged = `The copy is damaged: ${picture} cannot be read.`;
  expect(await runOperator(['restore', folder], other)).toMatchObject({ code: 1, errors: damaged });
  writeFileSync(join(folder, picture), 'another picture');
  const changed = `The copy is damaged: ${picture} has changed since it was copied.`;
  expect(await runOperator(['restore', folder], other)).toMatchObject({ code: 1, errors: changed });
  expect(existsSync(other.DATA_DIR)).toBe(false);
});
