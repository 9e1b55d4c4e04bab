import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import manifest from '../../../package.json' with { type: 'json' };
import { freeBytes, reasonOf, UnusableDatabase } from './unusable.ts';

const BACKUPS_MAX = 3;
const NAME = /^before-.*\.db$/;

const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MB`;

function sync(path: string): void {
  const opened = openSync(path, 'r');
  fsyncSync(opened);
  closeSync(opened);
}

function removeOldBackups(folder: string): void {
  const madeAt = (name: string) => statSync(join(folder, name)).mtimeMs;
  const backups = readdirSync(folder).filter((name) => NAME.test(name));
  const newestFirst = backups.sort((a, b) => madeAt(b) - madeAt(a) || b.localeCompare(a));
  for (const name of newestFirst.slice(BACKUPS_MAX)) rmSync(join(folder, name));
}

/** Leaves the last three backups in the folder. @throws UnusableDatabase if the backup fails */
export function backUp(sqlite: Sqlite.Database, file: string): void {
  const folder = join(dirname(file), 'backups');
  const time = new Date().toISOString().replace(/[-:.]/g, '');
  const target = join(folder, `before-${manifest.version}-${time}.db`);
  const partial = `${target}.part`;
  const size =
    Number(sqlite.pragma('page_count', { simple: true })) *
    Number(sqlite.pragma('page_size', { simple: true }));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) if (name.endsWith('.part')) rmSync(join(folder, name));
    const free = freeBytes(folder);
    if (free < size) throw new Error(`it needs ${megabytes(size)}, but only ${megabytes(free)} are free`);
    // Create the file first to set its permissions: SQLite writes into an existing empty file.
    closeSync(openSync(partial, 'wx', 0o600));
    sqlite.prepare('vacuum into ?').run(partial);
    sync(partial);
    renameSync(partial, target);
    sync(folder);
    removeOldBackups(folder);
  } catch (error) {
    if (existsSync(partial)) rmSync(partial);
    throw new UnusableDatabase(
      `The database cannot be backed up to ${folder} before the upgrade: ${reasonOf(error, dirname(file))}`,
    );
  }
}
