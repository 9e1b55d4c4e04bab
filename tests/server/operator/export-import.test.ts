import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeSettings } from '../../../server/src/instance/settings/change-settings.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { countUpTo } from '../../../server/src/platform/db/search.ts';
import { fileKeys } from '../../../server/src/platform/media/media-key.ts';
import { readSettings } from '../../../server/src/platform/settings/settings.ts';
import { everyTable, insertRows, readAll } from '../../support/contract/every-table.ts';
import { iconSvg, logoSvg, opaquePng } from '../../support/data/brand-pictures.ts';
import {
  fillInstance,
  type InstanceSettings,
  sortRows,
  withDatabase,
} from '../../support/data/full-instance.ts';
import { startS3 } from '../../support/peers/s3.ts';
import { runOperator } from '../../support/people/run-operator.ts';
import { bothEngines, createDatabase } from '../../support/servers/database.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const HAS_POSTGRES = bothEngines().includes('postgres');
const ROWS = 5;

let dir: ReturnType<typeof makeTempDir>;
const removals: (() => Promise<void>)[] = [];
beforeEach(() => {
  dir = makeTempDir();
});
afterEach(async () => {
  for (const remove of removals.splice(0)) await remove();
  dir.remove();
});

/** The settings of an instance that does not exist yet. */
async function newInstance(name: string, engine: 'sqlite' | 'postgres'): Promise<InstanceSettings> {
  const at: InstanceSettings = { DATA_DIR: join(dir.path, name) };
  if (engine === 'sqlite') return at;
  const { url, remove } = await createDatabase('postgres');
  removals.push(remove);
  return { ...at, DATABASE_URL: url };
}

/** An instance with rows in every table, pictures and a secret. */
async function fullInstance(engine: 'sqlite' | 'postgres') {
  const at = await newInstance(`source-${engine}`, engine);
  return { at, everything: await fillInstance(at, ROWS) };
}

/** Sets a logo and an icon. */
async function brand(at: InstanceSettings): Promise<void> {
  await withDatabase(at, async () => undefined);
  for (const [key, file] of Object.entries({ logo: logoSvg(), icon: iconSvg() })) {
    const path = join(dir.path, `${key}.svg`);
    writeFileSync(path, await file.text());
    expect(await runOperator(['instance', 'set', key, path], at)).toMatchObject({ code: 0, errors: '' });
  }
}
const uploadsIn = (db: Database) => db.read(({ q, t: { uploads: u } }) => q.select({ key: u.key }).from(u));

const folder = (name: string) => join(dir.path, name);
const sums = (name: string) =>
  readFileSync(join(folder(name), 'SHA256SUMS'), 'utf8')
    .split('\n')
    .sort();
async function run(command: string, name: string, at: InstanceSettings) {
  const result = await runOperator([command, folder(name)], at);
  expect(result).toMatchObject({ code: 0, errors: '' });
  return result.output;
}
/** Corrects the checksums of a copy after one of its files was edited. */
function sumAgain(name: string, file: string): void {
  const list = join(folder(name), 'SHA256SUMS');
  const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
  const line = `${hash(join(folder(name), file))}  ${file}`;
  const lines = readFileSync(list, 'utf8').split('\n');
  writeFileSync(list, lines.map((each) => (each.endsWith(`  ${file}`) ? line : each)).join('\n'));
  const manifest = join(folder(name), 'manifest.json');
  const text = readFileSync(manifest, 'utf8');
  writeFileSync(manifest, text.replace(/"sums": "\w+"/, `"sums": "${hash(list)}"`));
}

describe('moving an instance', () => {
  test.runIf(HAS_POSTGRES)('everything survives a move to PostgreSQL', async () => {
    const { at, everything } = await fullInstance('sqlite');
    const s3 = await startS3();
    removals.push(s3.close);
    const big = {
      ...(await newInstance('big', 'postgres')),
      ...s3.env(s3.settings().endpoint),
    } as InstanceSettings;
    const small = await newInstance('small', 'sqlite');

    expect(await run('export', 'a', at)).toContain(`${ROWS} members, ${ROWS} messages`);
    await run('import', 'a', big);
    await run('export', 'b', big);
    await run('import', 'b', small);
    await run('export', 'c', small);

    expect(s3.objects()).toHaveLength(ROWS * 4);
    expect(sums('b')).toEqual(sums('a'));
    expect(sums('c')).toEqual(sums('a'));
    for (const end of [big, small])
      expect(sortRows(await withDatabase(end, readAll))).toEqual(sortRows(everything));
    expect(readFileSync(join(small.DATA_DIR, 'secrets/auth'), 'utf8')).toBe('a secret of the instance');
    expect(statSync(join(small.DATA_DIR, 'secrets/auth')).mode & 0o777).toBe(0o600);
    expect(statSync(folder('a')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder('a'), 'rows/messages.ndjson')).mode & 0o777).toBe(0o600);
  });

  test.runIf(HAS_POSTGRES)('a backup of PostgreSQL restores into an empty one', async () => {
    const { at, everything } = await fullInstance('postgres');
    const other = await newInstance('other', 'postgres');
    await run('backup', 'backup', at);
    await run('restore', 'backup', other);
    expect(sortRows(await withDatabase(other, readAll))).toEqual(sortRows(everything));
    const again = await runOperator(['restore', folder('backup')], other);
    expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('only into an empty one') });
  });

  test.runIf(HAS_POSTGRES)('nothing is imported into a PostgreSQL in use', async () => {
    const { at } = await fullInstance('sqlite');
    await run('export', 'a', at);
    const target = await newInstance('target', 'postgres');
    await withDatabase(target, async (db) => {
      const result = await runOperator(['import', folder('a')], target);
      expect(result).toMatchObject({ code: 1, errors: expect.stringContaining('is using the database') });
      for (const rows of (await readAll(db)).values()) expect(rows).toEqual([]);
    });
    await run('import', 'a', target);
  });

  test('a backup includes rows of the write-ahead log', async () => {
    const at = await newInstance('in-use', 'sqlite');
    const other = await newInstance('other', 'sqlite');
    await withDatabase(at, async (db) => {
      const everything = everyTable(ROWS);
      await insertRows(db, everything);
      expect(statSync(join(at.DATA_DIR, 'selvedge.db-wal')).size).toBeGreaterThan(0);
      await run('backup', 'b', at);
      await run('restore', 'b', other);
      expect(sortRows(await withDatabase(other, readAll))).toEqual(sortRows(everything));
    });
  });

  test('imported listings can be found by search', async () => {
    const { at } = await fullInstance('sqlite');
    await run('export', 'a', at);
    const target = await newInstance('target', 'sqlite');
    await run('import', 'a', target);
    const found = await withDatabase(target, (db) =>
      db.read(async (conn) => {
        const ids = conn.search('listings', 'brand_folded');
        return ids && countUpTo(conn, ids, ROWS);
      }),
    );
    // Every other listing is removed.
    expect(found).toBe(Math.floor(ROWS / 2));
  });

  test('altered rows are refused', async () => {
    const { at } = await fullInstance('sqlite');
    await run('export', 'a', at);
    const target = await newInstance('target', 'sqlite');
    const rows = join(folder('a'), 'rows/messages.ndjson');
    writeFileSync(rows, readFileSync(rows, 'utf8').replace('"seq":1,', '"seq":9,'));
    expect(await runOperator(['import', folder('a')], target)).toMatchObject({
      code: 1,
      errors: 'The copy is damaged: rows/messages.ndjson has changed since it was copied.',
    });

    // Even with a matching checksum, the database rejects an invalid row.
    writeFileSync(rows, readFileSync(rows, 'utf8').replace('"seq":9,', '"seq":1.0,'));
    sumAgain('a', 'rows/messages.ndjson');
    expect(await runOperator(['import', folder('a')], target)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('messages differ after the import'),
    });
    await withDatabase(target, async (db) => {
      for (const rows of (await readAll(db)).values()) expect(rows).toEqual([]);
    });
  });

  test('edited settings that no form accepts are refused', async () => {
    const at = await newInstance('named', 'sqlite');
    await withDatabase(at, (db) => changeSettings(db, { name: 'Tide', currency: 'EUR' }, null));
    await run('export', 'a', at);
    const target = await newInstance('target', 'sqlite');
    const rows = join(folder('a'), 'rows/instance_settings.ndjson');
    const exported = readFileSync(rows, 'utf8');
    writeFileSync(rows, exported.replace('"EUR"', '"JPY"'));
    sumAgain('a', 'rows/instance_settings.ndjson');
    expect(await runOperator(['import', folder('a')], target)).toMatchObject({
      code: 1,
      errors: 'The settings of the instance are invalid: currency: must be a currency with two decimals.',
    });
    expect(existsSync(join(target.DATA_DIR, 'selvedge.db'))).toBe(false);

    writeFileSync(rows, exported);
    sumAgain('a', 'rows/instance_settings.ndjson');
    await run('import', 'a', target);
    expect((await runOperator(['instance', 'get', 'name'], { ...target })).output).toBe('Tide');
  });

  test.each(bothEngines())('the logo moves along (%s)', async (engine) => {
    const at = await newInstance('branded', engine);
    await brand(at);
    const settings = await withDatabase(at, readSettings);
    await run('export', 'a', at);
    await run('backup', 'b', at);
    for (const [copy, command] of [
      ['a', 'import'],
      ['b', 'restore'],
    ] as const) {
      const target = await newInstance(`target-${copy}`, engine);
      await run(command, copy, target);
      expect(await withDatabase(target, readSettings)).toEqual(settings);
      for (const { key } of await withDatabase(at, uploadsIn))
        for (const file of fileKeys(key))
          expect(readFileSync(join(target.DATA_DIR, 'media', file))).toEqual(
            readFileSync(join(at.DATA_DIR, 'media', file)),
          );
    }
  });

  test('a picture that no form accepts is refused', {
    tags: ['svg'],
  }, async () => {
    const at = await newInstance('branded', 'sqlite');
    await brand(at);
    const { logo, icon } = await withDatabase(at, readSettings);
    await run('export', 'a', at);
    const target = await newInstance('target', 'sqlite');
    const refused = async (errors: string) => {
      expect(await runOperator(['import', folder('a')], target)).toMatchObject({ code: 1, errors });
      expect(existsSync(join(target.DATA_DIR, 'selvedge.db'))).toBe(false);
    };
    const inCopy = (address: string) => address.slice(1);
    for (const address of [logo, logo.replace('.png', '-share.png'), icon.replace('-512', '-32')]) {
      const name = inCopy(address);
      const exported = readFileSync(join(folder('a'), name));
      for (const other of [
        Buffer.from(await logoSvg().arrayBuffer()),
        exported.subarray(0, exported.length - 40),
        Buffer.from(await (await opaquePng(300, 200)).arrayBuffer()),
      ]) {
        writeFileSync(join(folder('a'), name), other);
        sumAgain('a', name);
        await refused(`${name} is not a picture that an upload would have become.`);
      }
      writeFileSync(join(folder('a'), name), exported);
      sumAgain('a', name);
    }

    const rows = join(folder('a'), 'rows/instance_settings.ndjson');
    const exported = readFileSync(rows, 'utf8');
    const other = logo.replace(/\d{13}/, '1700000000000');
    for (const [value, errors] of [
      [other, `The settings name ${other}, which is not in the copy.`],
      [
        'https://tide.example/logo.svg',
        'The settings of the instance are invalid: logo: must be the address of an uploaded picture.',
      ],
    ] as const) {
      writeFileSync(rows, exported.replace(logo, value));
      sumAgain('a', 'rows/instance_settings.ndjson');
      await refused(errors);
    }
    writeFileSync(rows, exported);
    sumAgain('a', 'rows/instance_settings.ndjson');
    await run('import', 'a', target);
    expect((await withDatabase(target, readSettings)).logo).toBe(logo);
  });
});
