import { statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../server/src/platform/db/open.ts';
import { createLog } from '../../server/src/platform/observability/log.ts';
import { makeTempDir } from '../support/servers/temp.ts';

const PATIENCE = { timeout: 120_000, interval: 50 };
const MEBIBYTE = 1024 * 1024;
/** The size limit of the write-ahead log. */
const WAL_MAX_BYTES = 64 * MEBIBYTE;

test('a log grown by a long reader shrinks afterwards', async () => {
  const dir = makeTempDir();
  const file = join(dir.path, 'selvedge.db');
  const logged: string[] = [];
  const db = await openDatabase(
    `file:${file}`,
    createLog('info', { write: (line) => void logged.push(line) }),
  );
  onTestFinished(async () => {
    await db.close();
    dir.remove();
  });
  const size = () => statSync(`${file}-wal`).size;
  let written = 0;
  const write = () =>
    db.transact((tx) => {
      written += 1;
      const name = `user${written}`;
      return tx.q.insert(tx.t.users).values({
        id: crypto.randomUUID(),
        username: name.padEnd(MEBIBYTE / 8),
        usernameKey: name,
        createdAt: new Date(),
        updatedAt: new Date(),
      });
    });

  const reader = new Sqlite(file, { readonly: true });
  reader.exec('begin');
  reader.prepare('select count(*) from users').get();
  while (size() < 1.5 * WAL_MAX_BYTES) await Promise.all(Array.from({ length: 8 }, write));
  await vi.waitUntil(() => logged.some((line) => line.includes('cannot be shortened')), PATIENCE);
  const longest = size();
  expect(longest).toBeGreaterThan(WAL_MAX_BYTES);

  // No more writes follow, so SQLite would not checkpoint the log.
  reader.close();
  await vi.waitUntil(() => size() <= WAL_MAX_BYTES, PATIENCE);
  await vi.waitUntil(() => logged.some((line) => line.includes('is short again')), PATIENCE);
  const stored = await db.read(({ q, t }) => q.select({ id: t.users.id }).from(t.users));
  expect(stored).toHaveLength(written);
  console.log(
    `a long reader: a write-ahead log of ${Math.round(longest / MEBIBYTE)} MB, logged; ${Math.round(size() / MEBIBYTE)} MB after it was gone`,
  );
}, 300_000);
