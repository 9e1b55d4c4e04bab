import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { closeOnFailure } from './close-on-failure.ts';
import { isBusy } from './disk-failure.ts';
import { reasonOf, UnusableDatabase } from './unusable.ts';

/** Files that this process owns, with the number of its servers on each. */
const owned = new Map<string, { lock: Sqlite.Database; times: number }>();

function take(file: string): Sqlite.Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // A lock of SQLite's is released by the system however its process ends; a pid file would stay behind.
  return closeOnFailure(new Sqlite(`${file}.lock`, { timeout: 0 }), (lock) => {
    chmodSync(`${file}.lock`, 0o600);
    try {
      lock.exec('begin immediate; create table if not exists owner (process integer); delete from owner;');
      lock.prepare('insert into owner values (?)').run(process.pid);
      // Keeps the write lock from here on: others may read who owns the file, but cannot take it.
      lock.exec('commit; begin immediate;');
      return lock;
    } catch (error) {
      const owner = isBusy(error) ? lock.prepare('select process from owner').pluck().get() : null;
      if (owner === null) {
        throw new UnusableDatabase(`The database ${file} cannot be taken: ${reasonOf(error, dirname(file))}`);
      }
      throw new UnusableDatabase(
        `The database ${file} is in use by process ${owner}: one server at a time owns a SQLite file.`,
      );
    }
  });
}

/**
 * Makes this process the only one whose servers work on the SQLite file of `url`; PostgreSQL takes any number of them.
 * The operator's commands need not own the file: SQLite itself serialises their writes with the server's.
 * @returns how to give it up. @throws UnusableDatabase when a server of another process owns it.
 */
export function ownFile(url: string): () => void {
  if (!url.startsWith('file:')) return () => undefined;
  const file = resolve(url.slice('file:'.length));
  const own = owned.get(file) ?? { lock: take(file), times: 0 };
  own.times += 1;
  owned.set(file, own);
  return () => {
    own.times -= 1;
    if (own.times > 0) return;
    owned.delete(file);
    own.lock.close();
  };
}
