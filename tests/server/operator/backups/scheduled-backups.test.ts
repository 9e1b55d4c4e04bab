import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { parseMetrics } from '../../../support/measuring/instrumented.ts';
import { runOperator } from '../../../support/people/run-operator.ts';
import { bothEngines } from '../../../support/servers/database.ts';
import { makeTempDir } from '../../../support/servers/temp.ts';
import { startWorld } from '../../../support/world.ts';

/** In hours: 3.6 seconds, the shortest that is accepted. */
const EVERY = '0.001';
const OVERDUE_MS = 2 * 3_600;
/** Longer than a lease that its owner did not give back. */
const PATIENCE = { timeout: 100_000, interval: 100 };
const TIMEOUT_MS = 400_000;

async function start(engine: 'sqlite' | 'postgres', env: Record<string, string>) {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const server = await startWorld({ engine, env, log });
  onTestFinished(server.close);
  const ready = async () => (await (await fetch(`${server.url}/api/ready`)).json()) as object;
  const metrics = async () => parseMetrics(await (await fetch(`${server.url}/metrics`)).text());
  return { ...server, lines, ready, metrics };
}

function tempFolder(): string {
  const dir = makeTempDir();
  onTestFinished(() => dir.remove());
  return dir.path;
}
const backupsIn = (dir: string) =>
  (existsSync(dir) ? readdirSync(dir) : []).filter((name) => /^selvedge-.*Z$/.test(name)).sort();

describe.each(bothEngines())('scheduled backups (%s)', (engine) => {
  test('the server makes them automatically once there are members', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const dir = join(tempFolder(), 'backups');
    const server = await start(engine, { BACKUP_DIR: dir, BACKUP_EVERY: EVERY, BACKUP_KEEP: '1 daily' });
    expect(await server.ready()).toMatchObject({ status: 'ok', parts: { backups: 'ok' } });
    expect((await server.metrics()).get('selvedge_last_backup_timestamp_seconds')).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(backupsIn(dir)).toEqual([]);

    await server.signUp();
    await vi.waitFor(() => expect(backupsIn(dir), server.lines.join('')).toHaveLength(1), PATIENCE);
    const [first = ''] = backupsIn(dir);
    await vi.waitFor(() => {
      const names = backupsIn(dir);
      expect([names.includes(first), names.length > 0]).toEqual([false, true]);
    }, PATIENCE);
    await vi.waitFor(async () => {
      const metrics = await server.metrics();
      expect(metrics.get('selvedge_backups_total{result="made"}')).toBeGreaterThanOrEqual(2);
      expect(metrics.get('selvedge_last_backup_timestamp_seconds')).toBeGreaterThan(Date.now() / 1_000 - 60);
    }, PATIENCE);
    expect(server.lines.some((line) => line.includes('backup made') && line.includes(first))).toBe(true);
  });
});

test('a target that is away shows everywhere', {
  timeout: TIMEOUT_MS,
}, async () => {
  const dir = join(tempFolder(), 'backups');
  const server = await start('sqlite', { BACKUP_DIR: dir, BACKUP_EVERY: EVERY });
  await server.signUp();
  await vi.waitFor(() => expect(backupsIn(dir)).not.toEqual([]), PATIENCE);
  const settings = {
    ...{ ...server.env, PUBLIC_URL: server.url },
    ...{ BACKUP_DIR: dir, BACKUP_EVERY: EVERY },
  };
  const doctor = async () =>
    (await runOperator(['doctor'], settings)).output.split('\n').filter((line) => / backups: /.test(line));
  expect(await doctor()).toEqual([
    expect.stringMatching(/^ok {4}backups: The last good one in the folder .* is 0 h old\.$/),
    expect.stringMatching(/^warn {2}backups: .* is on the disk of DATA_DIR/),
  ]);

  renameSync(dir, `${dir}-away`);
  writeFileSync(dir, 'in its place');
  await new Promise((resolve) => setTimeout(resolve, OVERDUE_MS));
  await vi.waitFor(
    async () =>
      expect(await server.ready()).toMatchObject({ status: 'degraded', parts: { backups: 'down' } }),
    PATIENCE,
  );
  expect((await server.metrics()).get('selvedge_backups_total{result="failed"}')).toBeGreaterThanOrEqual(1);
  const reasons = server.lines
    .filter((line) => line.includes('no backup was made in the folder'))
    .map((line) => (JSON.parse(line) as { err: { message: string } }).err.message);
  expect(reasons).not.toEqual([]);
  // A backup that was being made fails for another reason than those after it.
  expect(reasons.length).toBeLessThanOrEqual(2);
  expect(new Set(reasons).size).toBe(reasons.length);
  expect(await doctor()).toEqual([
    expect.stringMatching(/^FAIL {2}backups: None can be stored in the folder/),
  ]);

  rmSync(dir);
  renameSync(`${dir}-away`, dir);
  await vi.waitFor(
    async () => expect(await server.ready()).toMatchObject({ status: 'ok', parts: { backups: 'ok' } }),
    PATIENCE,
  );
});

test('an overdue backup is found by doctor alone', async () => {
  const dir = tempFolder();
  const server = await start('sqlite', {});
  expect(await server.ready()).not.toHaveProperty('parts.backups');
  const settings = { ...server.env, BACKUP_DIR: dir };
  const doctor = async (env: Record<string, string> = settings) =>
    (await runOperator(['doctor'], env)).output.split('\n').find((line) => / backups: /.test(line));
  expect(await doctor()).toMatch(/^warn {2}backups: There is none in the folder .* yet/);
  expect(await doctor({ DATA_DIR: server.dataDir })).toMatch(/^warn {2}backups: Automatic backups are off/);
  expect(await doctor({ DATA_DIR: server.dataDir, PUBLIC_URL: 'https://shop.invalid' })).toMatch(
    /^warn {2}backups: .* Set BACKUP_DIR/,
  );
  await server.signUp();
  expect(await runOperator(['backups', 'make'], settings)).toMatchObject({ code: 0 });
  const [name = ''] = backupsIn(dir);
  renameSync(join(dir, name), join(dir, 'selvedge-2026-01-01T00-00-00Z'));
  expect(await doctor()).toMatch(/^FAIL {2}backups: The last good one .* h old\. → The log says why/);
}, 60_000);
