import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { makeTempDir } from '../../support/servers/temp.ts';

const TEXT = 'Would you take 320 for it, shipped this week?';

/**
 * The lower bound for storing rows: inserts into a bare SQLite table, synced to disk like the product's,
 * `perCommit` at a time. @returns rows per second, and the CPU microseconds of each.
 */
export function insertLoop(rows: number, perCommit: number): { perSecond: number; cpu: number } {
  const dir = makeTempDir();
  const sqlite = new Sqlite(join(dir.path, 'loop.db'));
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.exec(
    'create table messages (id text primary key, client_id text, content text, created_at integer)',
  );
  const insert = sqlite.prepare('insert into messages values (?, ?, ?, ?)');
  const put = sqlite.transaction((count: number) => {
    for (let n = 0; n < count; n += 1) insert.run(randomUUID(), randomUUID(), TEXT, Date.now());
  });
  const from = performance.now();
  const before = process.cpuUsage();
  for (let done = 0; done < rows; done += perCommit) put(Math.min(perCommit, rows - done));
  const { user, system } = process.cpuUsage(before);
  const perSecond = (rows * 1_000) / (performance.now() - from);
  sqlite.close();
  dir.remove();
  return { perSecond, cpu: (user + system) / rows };
}
