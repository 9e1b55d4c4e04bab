import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readManifest } from '../../../../server/src/operator/backups/copy/manifest.ts';
import { verifyCopy } from '../../../../server/src/operator/backups/copy/verify-copy.ts';
import { readAll } from '../../../support/contract/every-table.ts';
import {
  fillInstance,
  type InstanceSettings,
  sortRows,
  withDatabase,
} from '../../../support/data/full-instance.ts';
import { startS3 } from '../../../support/peers/s3.ts';
import { runOperator } from '../../../support/people/run-operator.ts';
import { createDatabase, engines } from '../../../support/servers/database.ts';
import { makeTempDir } from '../../../support/servers/temp.ts';

const ROWS = 4;
const NAME = /^selvedge-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

function tempFolder(): string {
  const dir = makeTempDir();
  onTestFinished(() => dir.remove());
  return dir.path;
}

async function newInstance(engine: 'sqlite' | 'postgres'): Promise<InstanceSettings> {
  const at = { DATA_DIR: join(tempFolder(), 'data') };
  if (engine === 'sqlite') return at;
  const { url, remove } = await createDatabase('postgres');
  onTestFinished(remove);
  return { ...at, DATABASE_URL: url };
}

/** A target of each kind: its settings, the names of its files, and whether something is in it. */
async function newTarget(kind: 'folder' | 'bucket') {
  if (kind === 'folder') {
    const dir = tempFolder();
    return {
      env: { BACKUP_DIR: dir },
      files: () => readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort(),
      /** Leaves half a backup behind, as a killed process would. */
      leaveHalf(name: string) {
        mkdirSync(join(dir, `${name}.partial`));
        writeFileSync(join(dir, `${name}.partial`, 'SHA256SUMS'), '');
      },
    };
  }
  const s3 = await startS3();
  onTestFinished(s3.close);
  const env = Object.fromEntries(
    Object.entries(s3.env(s3.settings().endpoint)).map(([name, value]) => [`BACKUP_${name}`, value]),
  );
  return { env, files: s3.objects, leaveHalf: (name: string) => s3.write(`backups/${name}/SHA256SUMS`, '') };
}

async function run(args: string[], at: Record<string, string>): Promise<string> {
  const result = await runOperator(args, at);
  expect(result).toMatchObject({ code: 0, errors: '' });
  return result.output;
}
/** All rows but those of leases, which making a backup changes. */
async function rowsOf(at: InstanceSettings) {
  const { taskLeases: _, ...rows } = sortRows(await withDatabase(at, readAll));
  return rows;
}
/** Names of backups have whole seconds. */
const nextSecond = () => new Promise((resolve) => setTimeout(resolve, 1_001 - (Date.now() % 1_000)));
const picturesIn = (files: string[]) => files.filter((name) => name.endsWith('.webp'));

describe.each(engines())('backups (%s)', (engine) => {
  describe.each(['folder', 'bucket'] as const)('in a %s', (kind) => {
    test('one command restores every row with its pictures', async () => {
      const [source, { env }] = [await newInstance(engine), await newTarget(kind)];
      await fillInstance(source, ROWS);
      expect(await run(['backups', 'list'], { ...source, ...env })).toMatch(/^There is no backup in the /);
      expect(await run(['backups', 'make'], { ...source, ...env })).toContain(`${ROWS} members`);
      const [name = '', ...others] = (await run(['backups', 'list'], { ...source, ...env })).split('\n');
      expect([NAME.test(name), others]).toEqual([true, []]);

      for (const wanted of ['latest', name]) {
        const target = await newInstance(engine);
        const restoring = { ...target, ...env, AUTH_SECRET: 'x'.repeat(32) };
        const restored = await run(['backups', 'restore', wanted], restoring);
        expect(restored).toContain(`${name} was restored`);
        expect(restored).toContain('AUTH_SECRET must be the same as then');
        expect(await rowsOf(target)).toEqual(await rowsOf(source));
        const media = (at: InstanceSettings) =>
          readdirSync(join(at.DATA_DIR, 'media'), { recursive: true, encoding: 'utf8' }).sort();
        expect(media(target)).toEqual(media(source));
        for (const file of picturesIn(media(source)))
          expect(readFileSync(join(target.DATA_DIR, 'media', file))).toEqual(
            readFileSync(join(source.DATA_DIR, 'media', file)),
          );
        expect(readFileSync(join(target.DATA_DIR, 'secrets/auth'), 'utf8')).toBe('a secret of the instance');
        expect(readdirSync(target.DATA_DIR)).not.toContain('restore.partial');
        const again = await runOperator(['backups', 'restore', wanted], { ...target, ...env });
        expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('already has members') });
      }
      const unknown = await runOperator(['backups', 'restore', 'monday'], { ...source, ...env });
      expect(unknown).toMatchObject({
        code: 1,
        errors: expect.stringContaining('"monday" is no backup in the'),
      });
    });

    test('the next one has pictures that the instance lost', async () => {
      const [source, { env, files, leaveHalf }] = [await newInstance(engine), await newTarget(kind)];
      const settings = { ...source, ...env, BACKUP_KEEP: '1 daily' };
      await fillInstance(source, ROWS);
      await run(['backups', 'make'], settings);
      const first = await run(['backups', 'list'], settings);
      const before = picturesIn(files()).length;
      expect(before).toBe(ROWS * 4);

      await nextSecond();
      // The first backup has them: they are not copied again.
      rmSync(join(source.DATA_DIR, 'media'), { recursive: true });
      await leaveHalf('selvedge-2020-01-01T00-00-00Z');
      expect(await run(['backups', 'list'], settings)).toBe(first);
      expect(await run(['backups', 'make'], settings)).toContain(`Expired and removed: ${first}.`);
      const second = await run(['backups', 'list'], settings);
      expect(second).toMatch(NAME);
      expect(second).not.toBe(first);
      expect(files().filter((file) => file.includes('2020-01-01') || file.includes(first))).toEqual([]);
      expect(picturesIn(files())).toHaveLength(before);

      const target = await newInstance(engine);
      await run(['backups', 'restore', 'latest'], { ...target, ...env });
      expect(await rowsOf(target)).toEqual(await rowsOf(source));
      expect(
        picturesIn(readdirSync(join(target.DATA_DIR, 'media'), { recursive: true, encoding: 'utf8' })),
      ).toHaveLength(before);
    });

    test('pictures that no remaining backup names are removed', async () => {
      const [source, { env, files }] = [await newInstance(engine), await newTarget(kind)];
      const settings = { ...source, ...env, BACKUP_KEEP: '1 daily' };
      await fillInstance(source, ROWS);
      await run(['backups', 'make'], settings);
      await nextSecond();
      await withDatabase(source, (db) =>
        db.transact(async ({ q, t }) => void (await q.delete(t.uploads).returning())),
      );
      await run(['backups', 'make'], settings);
      expect(picturesIn(files())).toEqual([]);
    });
  });

  test('a copy is verified by opening it', async () => {
    const source = await newInstance(engine);
    await fillInstance(source, ROWS);
    const folder = join(tempFolder(), 'copy');
    await run(['backup', folder], source);
    const manifest = await readManifest(folder);
    await verifyCopy(folder, manifest);
    expect(readdirSync(folder)).not.toContain('trial');
    await expect(verifyCopy(folder, { ...manifest, files: 1 })).rejects.toThrow('files were copied');
    if (engine === 'sqlite') {
      const rows = { ...manifest.rows, users: ROWS + 1 };
      await expect(verifyCopy(folder, { ...manifest, rows })).rejects.toThrow(`${ROWS} rows of users, not`);
    }
    const file = join(folder, engine === 'sqlite' ? 'selvedge.db' : 'rows/messages.ndjson');
    const bytes = readFileSync(file);
    // In the middle of the file, where only reading all of it finds the damage.
    bytes.fill(0x20, bytes.length / 2, bytes.length / 2 + 64);
    writeFileSync(file, bytes);
    await expect(verifyCopy(folder, manifest)).rejects.toThrow('has changed since it was copied');
  });
});

const OTHER_DISK = '/dev/shm';
const hasOtherDisk = existsSync(OTHER_DISK) && statSync(OTHER_DISK).dev !== statSync(tmpdir()).dev;
test('onto another disk, pictures are copied instead of linked', async ({ skip }) => {
  skip(!hasOtherDisk, `${OTHER_DISK} is no other disk here`);
  const dir = mkdtempSync(join(OTHER_DISK, 'selvedge-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const source = await newInstance('sqlite');
  await fillInstance(source, 2, (file) => Buffer.alloc(file.includes('-320.') ? 1_000 : 200_000, file));
  await run(['backups', 'make'], { ...source, BACKUP_DIR: dir });
  const target = await newInstance('sqlite');
  await run(['backups', 'restore', 'latest'], { ...target, BACKUP_DIR: dir });
  const media = readdirSync(join(source.DATA_DIR, 'media'), { recursive: true, encoding: 'utf8' });
  expect(picturesIn(media)).toHaveLength(8);
  const sizes = new Set<number>();
  for (const file of picturesIn(media)) {
    const [copy, original] = [target, source].map((at) => readFileSync(join(at.DATA_DIR, 'media', file)));
    expect(copy).toEqual(original);
    sizes.add(original?.length ?? 0);
  }
  expect(sizes.size).toBe(2);
});

test('a target that cannot be used is named', async () => {
  const source = await newInstance('sqlite');
  await fillInstance(source, 1);
  const none = await runOperator(['backups', 'make'], source);
  expect(none).toMatchObject({
    code: 1,
    errors: expect.stringContaining('Set BACKUP_DIR or BACKUP_S3_ENDPOINT'),
  });
  const file = join(tempFolder(), 'file');
  writeFileSync(file, '');
  const taken = await runOperator(['backups', 'make'], { ...source, BACKUP_DIR: file });
  expect(taken).toMatchObject({ code: 1, errors: expect.stringContaining('should be a folder is a file') });
  const { env } = await newTarget('bucket');
  const wrong = await runOperator(['backups', 'make'], { ...source, ...env, BACKUP_S3_BUCKET: 'other' });
  expect(wrong).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^The bucket other at .* is unavailable: .*NoSuchBucket/),
  });
  expect(existsSync(join(source.DATA_DIR, 'backup.partial'))).toBe(false);
});
