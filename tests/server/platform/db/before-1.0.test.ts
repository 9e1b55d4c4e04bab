import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ownSchema } from '../../../../server/src/platform/db/own-schema.ts';
import { openPostgres } from '../../../../server/src/platform/db/postgres.ts';
import { openPostgresSnapshot } from '../../../../server/src/platform/db/snapshot/postgres-snapshot.ts';
import {
  checkSqlite,
  openSqliteSnapshot,
} from '../../../../server/src/platform/db/snapshot/sqlite-snapshot.ts';
import { openSqlite } from '../../../../server/src/platform/db/sqlite.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { readAll } from '../../../support/contract/every-table.ts';
import { bothEngines, createDatabase } from '../../../support/servers/database.ts';
import { makeNewer, SLOW } from '../../../support/servers/release.ts';
import {
  ledgerOf,
  loadOlder,
  loadStored,
  STORED_ROWS,
  STORED_TABLES,
  schemaIn,
} from '../../../support/servers/stored.ts';
import { makeTempDir } from '../../../support/servers/temp.ts';

const complain = (error: unknown) => console.error(error);
const fileOf = (url: string): string => url.slice('file:'.length);

describe.each(bothEngines())('a database from before 1.0 (%s)', (engine) => {
  async function load(from: typeof loadStored) {
    const { url, remove } = await from(engine);
    onTestFinished(remove);
    const open = async (migrations?: string) =>
      engine === 'sqlite'
        ? openSqlite(fileOf(url), {
            ...{ log: createLog('silent'), onError: complain, onBroken: complain, migrations },
          })
        : openPostgres(url, 2, complain, { migrations });
    return { url, open };
  }

  test('keeps every row of every table', async () => {
    const { url, open } = await load(loadStored);
    const db = await open();
    const all = await readAll(db);
    await db.close();
    // Today's queries decode them.
    const full = [...all].flatMap(([name, rows]) => (rows.length === STORED_ROWS ? [name] : []));
    // Two tables were replaced, and members who were still to be notified of a freed listing left its line.
    expect(full).toHaveLength(STORED_TABLES - 3);
    const notices = all.get('notices')?.map(({ kind }) => kind);
    expect(new Set(notices)).toEqual(new Set(['listing-freed']));
    const chosen = all.get('notificationChoices')?.map(({ kind }) => kind);
    expect(new Set(chosen)).toEqual(new Set(['message', 'match']));
    expect(all.get('messages')?.map(({ content }) => content)).toEqual(
      expect.arrayContaining([`Ærø's "content"\t\\n 0 🧵`, `Ærø's "content"\t\\n 1 🧵`]),
    );
    if (engine === 'sqlite') checkSqlite(fileOf(url));
  });

  test('is taken over by several nodes at once', async () => {
    const { url, open } = await load(loadStored);
    const ledger = await ledgerOf(engine, url);
    for (const db of await Promise.all([open(), open(), open()])) await db.close();
    expect((await ledgerOf(engine, url)).slice(0, ledger.length)).toEqual(ledger);
    if (engine === 'sqlite') expect(existsSync(join(dirname(fileOf(url)), 'backups'))).toBe(true);
  });

  test('has the tables of a new one', async () => {
    const { url, open } = await load(loadStored);
    await (await open()).close();
    const { url: fresh, remove } = await createDatabase(engine);
    onTestFinished(remove);
    expect(await schemaIn(engine, url)).toEqual(await schemaIn(engine, fresh));
  });

  test('has the schema version of a new one', async () => {
    const { url, open } = await load(loadStored);
    await (await open()).close();
    const { url: fresh, remove } = await createDatabase(engine);
    onTestFinished(remove);
    for (const at of [url, fresh]) {
      const snapshot = engine === 'sqlite' ? openSqliteSnapshot(fileOf(at)) : await openPostgresSnapshot(at);
      expect(snapshot.schema).toBe(ownSchema());
      await snapshot.close();
    }
  });

  test('takes part in a later upgrade', async () => {
    const { url, open } = await load(loadStored);
    const dir = makeTempDir();
    onTestFinished(dir.remove);
    const old = await open();
    const before = await ledgerOf(engine, url);
    await (await open(makeNewer(engine, join(dir.path, 'newer'), SLOW, { servesThis: true }))).close();
    expect(await ledgerOf(engine, url)).toHaveLength(before.length + Object.keys(SLOW).length);
    await old.close();
    // The older version starts again.
    await (await open()).close();
  });

  test('is refused unchanged at an earlier migration', async () => {
    const { url, open } = await load(loadOlder);
    const read = async () =>
      engine === 'sqlite'
        ? readFileSync(fileOf(url)).toString('base64')
        : [await schemaIn(engine, url), await ledgerOf(engine, url)];
    const before = await read();
    await expect(open()).rejects.toThrow(
      /^The database is older than this version can upgrade: install the last version before 1\.0, start it once, then start this version\.$/,
    );
    expect(await read()).toEqual(before);
  });
});
