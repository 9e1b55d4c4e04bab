import { chmod, copyFile, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { sync } from '../../../platform/core/durable-files.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { isTooOld, UPGRADE_FIRST } from '../../../platform/db/migrations.ts';
import { sqliteFile } from '../../../platform/db/open.ts';
import { ownSchema } from '../../../platform/db/own-schema.ts';
import { requireDatabase } from '../../../platform/db/require-database.ts';
import { openPostgresSnapshot } from '../../../platform/db/snapshot/postgres-snapshot.ts';
import { type NeutralRow, type TableShape, tableShapes } from '../../../platform/db/snapshot/shapes.ts';
import type { Snapshot } from '../../../platform/db/snapshot/snapshot.ts';
import { copySqlite, openSqliteSnapshot } from '../../../platform/db/snapshot/sqlite-snapshot.ts';
import type { Logger } from '../../../platform/observability/log.ts';
import {
  type CopySource,
  DATABASE_FILE,
  type Manifest,
  readManifest,
  SECRETS,
  writeManifest,
} from './manifest.ts';
import { createPictureCopier, type PictureCopier } from './pictures.ts';
import { readRows, writeRows } from './rows.ts';
import { writeSums } from './sums.ts';
import { verifyCopy } from './verify-copy.ts';

/** Copying starts again when pictures are removed meanwhile. */
const ATTEMPTS_MAX = 10;

type Holds = Manifest['holds'];
type Uploads = () => AsyncIterable<NeutralRow[]>;

interface CopiedDatabase {
  details: Pick<Manifest, 'schema' | 'rows'>;
  /** Each call reads the rows again. */
  uploads: Uploads;
}

/** A SQLite database is copied as its file, a PostgreSQL one as rows. */
export function databaseForm(databaseUrl: string): Holds {
  return sqliteFile(databaseUrl) === null ? 'rows' : 'database';
}

async function countsOf(snapshot: Snapshot): Promise<CopiedDatabase['details']> {
  const rows: Record<string, number> = {};
  for (const shape of tableShapes()) rows[shape.name] = await snapshot.count(shape);
  return { schema: snapshot.schema, rows };
}

/** The needed columns of an upload: a backup before an upgrade may have an older release's other columns. */
const UPLOADS: TableShape = {
  name: 'uploads',
  columns: [
    { name: 'key', type: 'string' },
    { name: 'used_at', type: 'date' },
  ],
  key: ['key'],
};

async function* uploadsIn(file: string): AsyncGenerator<NeutralRow[]> {
  const snapshot = openSqliteSnapshot(file);
  try {
    yield* snapshot.rows(UPLOADS);
  } finally {
    await snapshot.close();
  }
}

/** Rows are written with the columns of this release, so only a database with its schema can be exported. */
function requireOwnSchema({ schema }: Snapshot): void {
  if (schema === ownSchema()) return;
  if (isTooOld(schema)) {
    throw new AppError('conflict', `The database is older than this version can upgrade: ${UPGRADE_FIRST}.`);
  }
  throw new AppError(
    'conflict',
    `The database has schema ${schema} and this release ${ownSchema()}: start this release's server on it once, or use the previous release.`,
  );
}

async function copyDatabase(url: string, folder: string, holds: Holds): Promise<CopiedDatabase> {
  const file = sqliteFile(url);
  const copy = join(folder, DATABASE_FILE);
  await rm(copy, { force: true });
  // Reads go to the copy: a long read of the database itself keeps a busy server's WAL from being truncated.
  if (file !== null) {
    await copySqlite(file, copy);
    await chmod(copy, 0o600);
    await sync(copy);
  }
  const snapshot = file === null ? await openPostgresSnapshot(url) : openSqliteSnapshot(copy);
  try {
    if (holds === 'rows') requireOwnSchema(snapshot);
    const details = await countsOf(snapshot);
    if (holds === 'database') return { details, uploads: () => uploadsIn(copy) };
    await writeRows(snapshot, folder);
    return { details, uploads: () => readRows(folder, 'uploads') };
  } finally {
    await snapshot.close();
    if (holds === 'rows') await rm(copy, { force: true });
  }
}

/**
 * Copies database and pictures consistently. A picture's row is deleted before its files: if the files of a
 * used picture are gone, its row is gone by now, too, and a newer copy of the database no longer names them.
 */
async function copyBoth(databaseUrl: string, pictures: PictureCopier, folder: string, holds: Holds) {
  let lost = new Set<string>();
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const { details, uploads } = await copyDatabase(databaseUrl, folder, holds);
    const missingFiles = await pictures.copyAll(uploads());
    const used = missingFiles.filter(({ isUsed }) => isUsed).map(({ key }) => key);
    // Files that even a newer copy of the database refers to were lost before this copy started.
    if (used.every((key) => lost.has(key))) {
      if (attempt > 1) await pictures.keepOnly(uploads());
      return { ...details, missing: missingFiles.map(({ key }) => key).sort(), lost: used.length };
    }
    lost = new Set(used);
  }
  throw new AppError(
    'unavailable',
    'Pictures are being removed faster than they are copied: try again later.',
  );
}

async function copySecrets(dataDir: string, folder: string): Promise<void> {
  const from = join(dataDir, SECRETS);
  const to = join(folder, SECRETS);
  for (const name of await readdir(from).catch(() => [])) {
    await mkdir(to, { recursive: true, mode: 0o700 });
    await copyFile(join(from, name), join(to, name));
    await chmod(join(to, name), 0o600);
    await sync(join(to, name));
  }
}

/** @throws conflict when the final folder is not empty, or a copy is running there */
async function createPartial(folder: string): Promise<string> {
  const entries = await readdir(folder).catch(() => []);
  if (entries.length > 0) throw new AppError('conflict', `${folder} already exists and is not empty.`);
  const partial = `${folder}.partial`;
  await mkdir(dirname(partial), { recursive: true });
  await mkdir(partial, { mode: 0o700 }).catch((cause: unknown) => {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
    const reason = 'another copy is running, or one was interrupted: in that case remove it';
    throw new AppError('conflict', `${partial} already exists: ${reason}.`, { cause });
  });
  return partial;
}

interface MadeCopy {
  manifest: Manifest;
  /** How many files of pictures in use the store had already lost. */
  lost: number;
}

/** Copies the instance, even while its server runs: all that was acknowledged before the call is in it. */
export async function fillCopy(
  config: CopySource,
  pictures: PictureCopier,
  folder: string,
  holds: Holds,
): Promise<MadeCopy> {
  const madeAt = new Date().toISOString();
  const { lost, ...details } = await copyBoth(config.databaseUrl, pictures, folder, holds);
  await copySecrets(config.dataDir, folder);
  const sums = await writeSums(folder, pictures.sumsElsewhere());
  await writeManifest(folder, { holds, madeAt, ...details, ...sums });
  await sync(folder);
  return { manifest: await readManifest(folder), lost };
}

interface Options {
  holds: Holds;
  /** Another copy, whose pictures are linked instead of copied where that works. */
  earlier?: string;
  /** Whether to open the copy before it gets its name. */
  isVerified?: boolean;
}

/** Like `fillCopy`, into a new folder, which gets its name only when it is complete. */
export async function makeCopy(
  config: CopySource,
  log: Logger,
  name: string,
  { holds, earlier, isVerified = false }: Options,
): Promise<MadeCopy> {
  requireDatabase(config.databaseUrl);
  const folder = resolve(name);
  const partial = await createPartial(folder);
  try {
    const made = await fillCopy(config, createPictureCopier(config, log, partial, earlier), partial, holds);
    if (isVerified) await verifyCopy(partial, made.manifest);
    await rmdir(folder).catch(() => undefined);
    await rename(partial, folder);
    await sync(dirname(folder));
    return made;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}
