import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { StoredSettings } from '@selvedge/shared/instance/instance-settings';
import { sync, writeDurably } from '../../../platform/core/durable-files.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { mediaUrl } from '../../../platform/core/media-url.ts';
import { lockDatabaseFile } from '../../../platform/db/file-lock.ts';
import { isTooOld, UPGRADE_FIRST } from '../../../platform/db/migrations.ts';
import { sqliteFile } from '../../../platform/db/open.ts';
import { ownSchema } from '../../../platform/db/own-schema.ts';
import { fillPostgres, isPostgresInUse } from '../../../platform/db/snapshot/postgres-snapshot.ts';
import type { Filling } from '../../../platform/db/snapshot/snapshot.ts';
import { fillSqlite, isEmptySqlite } from '../../../platform/db/snapshot/sqlite-snapshot.ts';
import { isInstanceKey } from '../../../platform/media/instance-key.ts';
import type { Logger } from '../../../platform/observability/log.ts';
import { withDefaults } from '../../../platform/settings/settings.ts';
import { forEach } from './files.ts';
import {
  type CopySource,
  DATABASE_FILE,
  isPicture,
  keyOfPicture,
  type Manifest,
  readManifest,
  SECRETS,
} from './manifest.ts';
import { storeOf } from './pictures.ts';
import { fillWithRows, readRows } from './rows.ts';
import { checkSums, readSums, sumsWithoutPictures } from './sums.ts';

const occupied = () =>
  new AppError(
    'conflict',
    'This instance already has members: a copy can be restored only into an empty one.',
  );

function requireCompatible({ holds, schema }: Manifest, databaseUrl: string): void {
  const own = ownSchema();
  if (holds === 'database' && sqliteFile(databaseUrl) === null) {
    const how = 'restore it without DATABASE_URL, export that instance, and import it into PostgreSQL';
    throw new AppError('invalid_input', `This backup is of a SQLite database: ${how}.`);
  }
  if (schema > own || (holds === 'rows' && schema !== own)) {
    const how = 'use that release, and upgrade afterwards';
    throw new AppError('invalid_input', `The copy has schema ${schema} and this release ${own}: ${how}.`);
  }
  if (isTooOld(schema)) {
    throw new AppError(
      'invalid_input',
      `The copy is older than this version can upgrade: to restore it, ${UPGRADE_FIRST}.`,
    );
  }
}

/** Atomically replaces the file of an empty database with the file that `make` writes. */
async function replaceFile(file: string, make: (part: string) => Promise<void>): Promise<void> {
  const part = `${file}.partial`;
  const remove = () =>
    Promise.all(['', '-wal', '-shm', '.lock'].map((end) => rm(part + end, { force: true })));
  await remove();
  try {
    await make(part);
    await sync(part);
    for (const end of ['-wal', '-shm']) await rm(file + end, { force: true });
    await rename(part, file);
    await sync(dirname(file));
  } finally {
    await remove();
  }
}

/** @throws UnusableDatabase if no server would start with its settings; invalid_input for a lost picture */
async function checkSettings(folder: string, { missing }: Manifest): Promise<void> {
  const named: string[] = [];
  for await (const rows of readRows(folder, 'instance_settings'))
    for (const { settings } of rows) {
      const { logo, icon } = withDefaults(settings as StoredSettings);
      named.push(...[logo, icon].filter((address) => address !== ''));
    }
  if (named.length === 0) return;
  const files = new Set(missing.map((key) => mediaUrl(key)));
  for await (const { name } of readSums(folder)) files.add(`/${name}`);
  const lost = named.find((address) => !files.has(address));
  if (lost) throw new AppError('invalid_input', `The settings name ${lost}, which is not in the copy.`);
}

/** @throws invalid_input if a file of the logo or the icon is not what the server would have made of an upload */
async function checkInstancePictures(folder: string): Promise<void> {
  await forEach(readSums(folder), async ({ name }) => {
    const key = keyOfPicture(name);
    if (!isPicture(name) || !isInstanceKey(key)) return;
    // Imported lazily: most copies have none, and it loads libvips.
    const { isInstanceFile } = await import('../../../platform/media/check-instance-file.ts');
    if (await isInstanceFile(join(folder, name), key)) return;
    throw new AppError('invalid_input', `${name} is not a picture that an upload would have become.`);
  });
}

interface Copy {
  folder: string;
  manifest: Manifest;
  /** Without the pictures. */
  sums: Map<string, string>;
}

async function fill(filling: Filling, { folder, sums }: Copy): Promise<void> {
  try {
    await fillWithRows(filling, folder, sums);
    await filling.commit();
  } finally {
    await filling.close();
  }
}

async function restorePictures({ folder }: Copy, config: CopySource, log: Logger): Promise<void> {
  const store = storeOf(config, log);
  await forEach(readSums(folder), async ({ name }) => {
    if (!isPicture(name)) return;
    await store.put(keyOfPicture(name), await readFile(join(folder, name)));
  });
}

async function restoreSecrets({ folder, sums }: Copy, dataDir: string): Promise<void> {
  for (const name of sums.keys()) {
    if (!name.startsWith(`${SECRETS}/`)) continue;
    const path = join(dataDir, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rm(`${path}.partial`, { force: true });
    await writeDurably(`${path}.partial`, await readFile(join(folder, name)));
    await rename(`${path}.partial`, path);
    await sync(dirname(path));
  }
}

async function emptyPostgres(url: string): Promise<Filling> {
  if (await isPostgresInUse(url)) {
    throw new AppError('conflict', 'A server is using the database: stop all its nodes first.');
  }
  const filling = await fillPostgres(url);
  if (!filling) throw occupied();
  return filling;
}

/** @throws conflict when a server runs on the database */
function own(databaseUrl: string): () => void {
  try {
    return lockDatabaseFile(databaseUrl);
  } catch (cause) {
    throw new AppError('conflict', cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** @throws conflict when the configured instance has members, or PostgreSQL is in use */
export async function requireEmpty({ databaseUrl }: CopySource): Promise<void> {
  const file = sqliteFile(databaseUrl);
  if (file === null) await (await emptyPostgres(databaseUrl)).close();
  else if (existsSync(file) && !isEmptySqlite(file)) throw occupied();
}

/** The database comes last: until it is in place, the instance is empty and this can be retried. */
async function restoreAll(copy: Copy, config: CopySource, log: Logger): Promise<void> {
  // Check before restoring anything; on PostgreSQL without a transaction that stays open while pictures are restored.
  await requireEmpty(config);
  await restorePictures(copy, config, log);
  await restoreSecrets(copy, config.dataDir);
  const file = sqliteFile(config.databaseUrl);
  if (file === null) return fill(await emptyPostgres(config.databaseUrl), copy);
  await replaceFile(file, async (part) =>
    copy.manifest.holds === 'rows'
      ? fill(await fillSqlite(part), copy)
      : copyFile(join(copy.folder, DATABASE_FILE), part),
  );
}

/**
 * Restores a copy into the configured, empty instance, after comparing every file with its checksum.
 * @throws AppError for a damaged or newer copy, and for an instance that is running or not empty
 */
export async function restoreCopy(config: CopySource, log: Logger, name: string): Promise<Manifest> {
  const folder = resolve(name);
  const manifest = await readManifest(folder);
  requireCompatible(manifest, config.databaseUrl);
  await checkSums(folder, manifest);
  if (manifest.holds === 'rows') await checkSettings(folder, manifest);
  await checkInstancePictures(folder);
  const sums = await sumsWithoutPictures(folder);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const disown = own(config.databaseUrl);
  try {
    await restoreAll({ folder, manifest, sums }, config, log);
  } finally {
    disown();
  }
  return manifest;
}
