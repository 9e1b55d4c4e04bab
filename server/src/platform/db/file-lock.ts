import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { requireWritable } from '../core/writable-folder.ts';
import { closeOnFailure } from './close-on-failure.ts';
import { isBusy } from './disk-failure.ts';
import { reasonOf, UnusableDatabase } from './unusable.ts';

const locks = new Map<string, { lock: Sqlite.Database; users: number }>();

function acquire(file: string): Sqlite.Database {
  requireWritable('The folder of the database', dirname(file));
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // The system releases a SQLite lock however the process ends; a pid file would stay behind.
  const isEmpty = !statSync(`${file}.lock`, { throwIfNoEntry: false })?.size;
  return closeOnFailure(new Sqlite(`${file}.lock`, { timeout: 0 }), (lock) => {
    // The owner needs not survive a power cut, and waiting for the disk would take 6 ms of a start. The first
    // write waits, since a half-written file would be no database.
    if (!isEmpty) lock.pragma('synchronous = off');
    chmodSync(`${file}.lock`, 0o600);
    try {
      lock.exec('begin immediate; create table if not exists owner (process integer); delete from owner;');
      lock.prepare('insert into owner values (?)').run(process.pid);
      // Hold the write lock from here on: other processes can read the owner, but not acquire the lock.
      lock.exec('commit; begin immediate;');
      return lock;
    } catch (error) {
      const owner = isBusy(error) ? lock.prepare('select process from owner').pluck().get() : null;
      if (owner === null) {
        throw new UnusableDatabase(
          `The database ${file} cannot be locked: ${reasonOf(error, dirname(file))}`,
        );
      }
      throw new UnusableDatabase(
        `The database ${file} is in use by process ${owner}: only one server at a time can use a SQLite file.`,
      );
    }
  });
}

/**
 * CLI commands do not need the lock: SQLite itself serialises their writes with the server's.
 * @throws UnusableDatabase if a server of another process has locked it
 */
export function lockDatabaseFile(url: string): () => void {
  if (!url.startsWith('file:')) return () => undefined;
  const file = resolve(url.slice('file:'.length));
  const entry = locks.get(file) ?? { lock: acquire(file), users: 0 };
  entry.users += 1;
  locks.set(file, entry);
  return () => {
    entry.users -= 1;
    if (entry.users > 0) return;
    locks.delete(file);
    entry.lock.close();
  };
}
