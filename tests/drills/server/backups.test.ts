import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildServer } from '../../../scripts/build.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { readManifest } from '../../../server/src/operator/backups/copy/manifest.ts';
import { verifyCopy } from '../../../server/src/operator/backups/copy/verify-copy.ts';
import { namedBackup } from '../../../server/src/operator/backups/name.ts';
import { readAll } from '../../support/contract/every-table.ts';
import { type InstanceSettings, sortRows, withDatabase } from '../../support/data/full-instance.ts';
import { phonePhoto } from '../../support/data/pictures.ts';
import { createRandom, seedOfRun } from '../../support/data/random.ts';
import { startProxy } from '../../support/peers/proxy.ts';
import { startS3 } from '../../support/peers/s3.ts';
import { signUp } from '../../support/people/account.ts';
import { isQuiet, keepSending, startCrowd } from '../../support/people/crowd.ts';
import { runOperator } from '../../support/people/run-operator.ts';
import { bothEngines, createDatabase } from '../../support/servers/database.ts';
import { fillTo, smallDisk, smallDisksUnavailable } from '../../support/servers/disks.ts';
import { createProduct } from '../../support/servers/product.ts';
import { childrenOf } from '../../support/servers/read-process.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const KILLS = Number(process.env.SELVEDGE_TEST_KILLS ?? 5);
const PHOTOS = Number(process.env.SELVEDGE_TEST_PHOTOS ?? 10);
/** In hours: 3.6 seconds. */
const BACKUP_EVERY = '0.001';
const DISK_MEBIBYTES = 64;
const PAUSE_MS = 100;
/** A lease of a killed server lasts a minute. */
const PATIENCE = { timeout: 180_000, interval: 20 };

const seed = seedOfRun();
const random = createRandom(seed);
const trial = makeTempDir();
const noDisk = smallDisksUnavailable(trial.path);
trial.remove();
if (noDisk) console.warn(`backups onto a full disk are not tested: ${noDisk}`);
beforeAll(() => buildServer(), 300_000);

/** A server that backs itself up, with members who write and have photos; the folder of its backups is another disk. */
async function startInstance(engine: 'sqlite' | 'postgres', backup: Record<string, string>) {
  const dir = makeTempDir();
  const database = engine === 'postgres' ? await createDatabase('postgres') : null;
  const at: InstanceSettings = {
    DATA_DIR: dir.path,
    ...(database && { DATABASE_URL: database.url }),
  };
  const product = createProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port: await freePort(),
    env: { AUTH_AUTOCONFIRM: 'true', BACKUP_EVERY, ...at, ...backup },
  });
  onTestFinished(async () => {
    await product.stop();
    await database?.remove();
    dir.remove();
  });
  await product.start();
  return { ...product, at };
}

async function addPhotos(url: string): Promise<void> {
  const photo = await phonePhoto();
  const member = await signUp(url, 'photographer');
  for (let i = 0; i < PHOTOS; i += 1) await member.list(photo);
}

/** A folder of its own on a small disk, if this machine can mount one, so that photos are copied there and not linked. */
function backupFolder(): string {
  const dir = makeTempDir();
  const folder = join(dir.path, 'backups');
  mkdirSync(folder);
  const disk = noDisk ? null : smallDisk(DISK_MEBIBYTES);
  disk?.mount(folder);
  onTestFinished(() => {
    disk?.unmount();
    dir.remove();
  });
  return folder;
}

const completeIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => namedBackup(name))
    .sort();
/** The process that makes a backup right now. */
const workerOf = (server: number): number | undefined =>
  childrenOf(server).find((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('backup-worker');
    } catch {
      return false;
    }
  });

async function expectAllGood(folder: string): Promise<void> {
  for (const name of completeIn(folder))
    await verifyCopy(join(folder, name), await readManifest(join(folder, name)));
}

/** All rows but those that a running server changes without any request. */
async function rowsOf(at: InstanceSettings) {
  const { taskLeases: _, ...rows } = sortRows(await withDatabase(at, readAll));
  return rows;
}

async function expectRestorable(
  engine: 'sqlite' | 'postgres',
  at: InstanceSettings,
  backup: Record<string, string>,
) {
  const dir = makeTempDir();
  const database = engine === 'postgres' ? await createDatabase('postgres') : null;
  const empty: InstanceSettings = {
    DATA_DIR: join(dir.path, 'data'),
    ...(database && { DATABASE_URL: database.url }),
  };
  const result = await runOperator(['backups', 'restore', 'latest'], { ...empty, ...backup });
  expect(result).toMatchObject({ code: 0, errors: '' });
  const [restored, original] = [await rowsOf(empty), await rowsOf(at)];
  expect(restored).toEqual(original);
  const files = (from: string) => readdirSync(join(from, 'media'), { recursive: true, encoding: 'utf8' });
  const lost = files(at.DATA_DIR).filter(
    (name) => !name.startsWith('.') && !existsSync(join(empty.DATA_DIR, 'media', name)),
  );
  expect(lost).toEqual([]);
  await database?.remove();
  dir.remove();
  return Object.values(restored).reduce((sum, rows) => sum + Object.keys(rows).length, 0);
}

describe.each(bothEngines())('backups and faults (%s)', (engine) => {
  test('a kill at any moment leaves no half backup', async () => {
    const folder = backupFolder();
    const backup = { BACKUP_DIR: folder };
    const product = await startInstance(engine, backup);
    await addPhotos(product.url);
    const crowd = await startCrowd(product.url, 0);
    const writing = keepSending(crowd, PAUSE_MS);

    const begins = () => vi.waitUntil(() => workerOf(product.pid()), PATIENCE);
    const ends = () => vi.waitUntil(() => workerOf(product.pid()) === undefined, PATIENCE);
    await begins();
    const from = performance.now();
    await ends();
    const wholeMs = performance.now() - from;
    let partials = 0;
    for (let i = 0; i < KILLS; i += 1) {
      const worker = await begins();
      await pause(random.next() * wholeMs);
      // The last time, its server is killed.
      if (i === KILLS - 1) await product.kill();
      else if (workerOf(product.pid()) === worker) process.kill(worker, 'SIGKILL');
      if (readdirSync(folder).some((name) => name.endsWith('.partial'))) partials += 1;
    }
    await pause(1_000);
    await expectAllGood(folder);
    const before = completeIn(folder);
    await product.start();
    await vi.waitUntil(() => completeIn(folder).some((name) => !before.includes(name)), PATIENCE);
    await writing.stop();
    await vi.waitUntil(() => isQuiet(crowd), PATIENCE);
    const quietAt = new Date();
    await vi.waitUntil(
      () => completeIn(folder).some((name) => (namedBackup(name)?.madeAt ?? 0) > quietAt),
      PATIENCE,
    );
    for (const client of crowd.clients) client.close();
    expect(await product.stop()).toBe(0);
    await expectAllGood(folder);
    const rows = await expectRestorable(engine, product.at, backup);
    console.log(
      `${engine}: ${KILLS} kills, ${partials} in the middle of a backup that takes ${Math.round(wholeMs)} ms; ${rows} rows restored and equal (seed ${seed})`,
    );
    expect(partials).toBeGreaterThan(0);
  }, 900_000);

  test.skipIf(noDisk !== null)(
    'a full disk fails a backup without leaving anything',
    async () => {
      const folder = backupFolder();
      const product = await startInstance(engine, { BACKUP_DIR: folder });
      // Less than the database takes.
      fillTo(200 * 1024, folder);
      await addPhotos(product.url);
      await vi.waitUntil(() => product.output().includes('The disk is full'), PATIENCE);
      await vi.waitUntil(() => workerOf(product.pid()) === undefined, PATIENCE);
      expect(completeIn(folder)).toEqual([]);
      const [message = ''] = product
        .output()
        .split('\n')
        .filter((line) => line.includes('no backup was made'));
      expect(message).toContain(folder);
      fillTo(DISK_MEBIBYTES * 1024 * 1024, folder);
      await vi.waitUntil(() => completeIn(folder).length > 0, PATIENCE);
      expect(await product.stop()).toBe(0);
      await expectAllGood(folder);
      expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
      await expectRestorable(engine, product.at, { BACKUP_DIR: folder });
    },
    600_000,
  );

  test('a bucket that is away leaves no half backup', async () => {
    const peer = await startS3();
    const link = await startProxy(peer.port);
    onTestFinished(async () => {
      await link.close();
      await peer.close();
    });
    const backup: Record<string, string> = Object.fromEntries(
      Object.entries(peer.env(link.url)).map(([name, value]) => [`BACKUP_${name}`, value]),
    );
    // Longer than a backup takes on a busy machine: one that takes longer is always overdue.
    backup.BACKUP_EVERY = '0.01';
    link.set('refuse');
    const product = await startInstance(engine, backup);
    await addPhotos(product.url);
    const ready = async () => (await (await fetch(`${product.url}/api/ready`)).json()) as object;
    const complete = () => peer.objects().filter((key) => key.endsWith('/manifest.json'));
    await vi.waitFor(
      async () => expect(await ready()).toMatchObject({ parts: { backups: 'down' } }),
      PATIENCE,
    );

    link.set('pass');
    // Away again in the middle of the first upload.
    await vi.waitUntil(() => peer.objects().length > random.below(PHOTOS * 4), PATIENCE);
    link.set('refuse');
    link.cut();
    await vi.waitUntil(() => product.output().includes('no backup was made in the bucket'), PATIENCE);
    expect(complete()).toEqual([]);
    link.set('pass');
    await vi.waitUntil(() => complete().length > 0, PATIENCE);
    await vi.waitFor(async () => expect(await ready()).toMatchObject({ parts: { backups: 'ok' } }), PATIENCE);
    expect(await product.stop()).toBe(0);
    await expectRestorable(engine, product.at, backup);
    expect(await runOperator(['backups', 'make'], { ...product.at, ...backup })).toMatchObject({ code: 0 });
    const names = new Set(
      peer
        .objects()
        .filter((key) => key.startsWith('backups/'))
        .map((key) => key.split('/')[1]),
    );
    expect(names.size).toBe(complete().length);
  }, 600_000);
});
