import { chmod, copyFile, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { sqliteFile } from '../../db/open.ts';
import { ownSchema } from '../../db/own-schema.ts';
import { openPostgresSnapshot } from '../../db/snapshot/postgres-snapshot.ts';
import { type NeutralRow, type TableShape, tableShapes } from '../../db/snapshot/shapes.ts';
import type { Snapshot } from '../../db/snapshot/snapshot.ts';
import { copySqlite, openSqliteSnapshot } from '../../db/snapshot/sqlite-snapshot.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { requireDatabase } from '../on-database.ts';
import { sync } from './files.ts';
import { DATABASE_FILE, type Manifest, readManifest, SECRETS, writeManifest } from './manifest.ts';
import { createPictureTaker } from './pictures.ts';
import { readRows, writeRows } from './rows.ts';
import { writeSums } from './sums.ts';

/** How often pictures may be removed while they are being copied. */
const ROUNDS_MAX = 10;

type Holds = Manifest['holds'];
type Uploads = () => AsyncIterable<NeutralRow[]>;

interface CopiedDatabase {
  facts: Pick<Manifest, 'schema' | 'rows'>;
  /** The rows of its uploads, as often as they are asked for. */
  uploads: Uploads;
}

async function countsOf(snapshot: Snapshot): Promise<CopiedDatabase['facts']> {
  const rows: Record<string, number> = {};
  for (const shape of tableShapes()) rows[shape.name] = await snapshot.count(shape);
  return { schema: snapshot.schema, rows };
}

/** What is needed of an upload: in a backup before moving up, the other columns may be those of an older release. */
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

/** Rows are told apart by the columns of this release. */
function requireOwnSchema({ schema }: Snapshot): void {
  if (schema === ownSchema()) return;
  throw new AppError(
    'conflict',
    `The database has schema ${schema} and this release ${ownSchema()}: start the server of this release on it once, or use the former one.`,
  );
}

/** Copies the database of an address into a folder, in place of what an earlier round has left there. */
async function copyDatabase(url: string, folder: string, holds: Holds): Promise<CopiedDatabase> {
  const file = sqliteFile(url);
  const copy = join(folder, DATABASE_FILE);
  await rm(copy, { force: true });
  // A copy is read in place of the database itself: a long reader would keep a busy server's log from being shortened.
  if (file !== null) {
    await copySqlite(file, copy);
    await chmod(copy, 0o600);
    await sync(copy);
  }
  const snapshot = file === null ? await openPostgresSnapshot(url) : openSqliteSnapshot(copy);
  try {
    const facts = await countsOf(snapshot);
    if (holds === 'database') return { facts, uploads: () => uploadsIn(copy) };
    requireOwnSchema(snapshot);
    await writeRows(snapshot, folder);
    return { facts, uploads: () => readRows(folder, 'uploads') };
  } finally {
    await snapshot.close();
    if (holds === 'rows') await rm(copy, { force: true });
  }
}

/**
 * Copies database and pictures so that they fit. A picture's row goes before its files: if files of a used picture are
 * gone, so is by now the row, and a newer copy of the database does not name them.
 */
async function copyBoth(config: Config, log: Logger, folder: string, holds: Holds) {
  const pictures = createPictureTaker(config, log, folder);
  let lost = new Set<string>();
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    const { facts, uploads } = await copyDatabase(config.databaseUrl, folder, holds);
    const gone = await pictures.takeAll(uploads());
    const used = gone.filter(({ isUsed }) => isUsed).map(({ key }) => key);
    // What a newer copy still names was lost before.
    if (used.every((key) => lost.has(key))) {
      if (round > 1) await pictures.keepOnly(uploads());
      return { ...facts, missing: gone.map(({ key }) => key).sort(), lost: used.length };
    }
    lost = new Set(used);
  }
  throw new AppError('unavailable', 'Pictures are removed faster than they are copied: try again later.');
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

/** A new folder beside the one that is to be, which may be there if it is empty. */
async function begin(folder: string): Promise<string> {
  const there = await readdir(folder).catch(() => []);
  if (there.length > 0) throw new AppError('conflict', `${folder} is there already and not empty.`);
  const partial = `${folder}.partial`;
  await mkdir(dirname(partial), { recursive: true });
  await mkdir(partial, { mode: 0o700 }).catch((cause: unknown) => {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
    const why = 'another copy is being made there, or one was cut off: then remove it';
    throw new AppError('conflict', `${partial} is there: ${why}.`, { cause });
  });
  return partial;
}

/**
 * Copies the whole instance of the settings into a new folder, also while its server runs: all that was acknowledged
 * before this began is in it. The folder has its name only when it is whole.
 * @returns its manifest, and how many files of pictures in use were lost already.
 */
export async function makeCopy(
  config: Config,
  log: Logger,
  name: string,
  holds: Holds,
): Promise<{ manifest: Manifest; lost: number }> {
  requireDatabase(config.databaseUrl);
  const folder = resolve(name);
  const partial = await begin(folder);
  try {
    const madeAt = new Date().toISOString();
    const { lost, ...facts } = await copyBoth(config, log, partial, holds);
    await copySecrets(config.dataDir, partial);
    await writeManifest(partial, { holds, madeAt, ...facts, ...(await writeSums(partial)) });
    await sync(partial);
    await rmdir(folder).catch(() => undefined);
    await rename(partial, folder);
    await sync(dirname(folder));
    return { manifest: await readManifest(folder), lost };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}
