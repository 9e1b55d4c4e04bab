import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { runOperator } from '../../support/people/run-operator.ts';
import { bothEngines } from '../../support/servers/database.ts';
import { ledgerOf, loadOlder, loadStored, schemaIn } from '../../support/servers/stored.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const WHAT_TO_DO = 'install the last version before 1.0, start it once, then start this version.';
const TOO_OLD = `The database is older than this version can upgrade: ${WHAT_TO_DO}`;
const COPY_TOO_OLD = `The copy is older than this version can upgrade: to restore it, ${WHAT_TO_DO}`;

describe.each(bothEngines())('an instance from before 1.0 (%s)', (engine) => {
  async function settle(from: typeof loadStored) {
    const { url, remove } = await from(engine);
    onTestFinished(remove);
    const dir = makeTempDir();
    onTestFinished(dir.remove);
    const env = { DATA_DIR: join(dir.path, 'data'), DATABASE_URL: url };
    return { url, env, copy: join(dir.path, 'copy'), other: join(dir.path, 'other') };
  }
  const contentOf = async (url: string) =>
    engine === 'sqlite'
      ? readFileSync(url.slice('file:'.length)).toString('base64')
      : [await schemaIn(engine, url), await ledgerOf(engine, url)];

  test('does not start at an earlier migration', async () => {
    const { url, env } = await settle(loadOlder);
    const before = await contentOf(url);
    const child = spawn(process.execPath, ['server/build/app/main.js'], {
      cwd: new URL('../../..', import.meta.url),
      env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent', ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    expect((await once(child, 'close'))[0]).toBe(1);
    expect(stderr.trim()).toBe(TOO_OLD);
    expect(await contentOf(url)).toEqual(before);
  });

  test('cannot be exported at an earlier migration', async () => {
    const { env, copy } = await settle(loadOlder);
    expect(await runOperator(['export', copy], env)).toMatchObject({ code: 1, errors: TOO_OLD });
  });

  test('fails the check at an earlier migration', async () => {
    const { env } = await settle(loadOlder);
    const { code, output } = await runOperator(['doctor'], env);
    expect(code).toBe(1);
    expect(output).toMatch(/^FAIL {2}tables: They are older than this version can upgrade\. → Install/m);
  });

  test('is warned of pending migrations at its last one', async () => {
    const { env } = await settle(loadStored);
    expect((await runOperator(['doctor'], env)).output).toMatch(
      /^warn {2}tables: \d+ migrations are pending\./m,
    );
  });

  test('is imported elsewhere once it is upgraded', async () => {
    const { url, env, copy, other } = await settle(loadStored);
    await (await openDatabase(url, createLog('silent'))).close();
    expect(await runOperator(['export', copy], env)).toMatchObject({ code: 0, errors: '' });
    expect(await runOperator(['import', copy], { DATA_DIR: other })).toMatchObject({ code: 0, errors: '' });
  });

  test('is not restored at an earlier migration', async ({ skip }) => {
    if (engine !== 'sqlite') return skip('PostgreSQL is copied as rows, as an export is, which was refused');
    const { env, copy, other } = await settle(loadOlder);
    expect(await runOperator(['backup', copy], env)).toMatchObject({ code: 0, errors: '' });
    expect(await runOperator(['restore', copy], { DATA_DIR: other })).toMatchObject({
      code: 1,
      errors: COPY_TOO_OLD,
    });
  });
});
