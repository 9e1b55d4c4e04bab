import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { build } from '../../../scripts/build.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { makeImage } from '../../support/servers/image.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

/** Whether to install and build everything afresh, as Docker would. */
const isFull = process.env.SELVEDGE_TEST_IMAGE === 'whole';
const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn('the image runs as the current user: only root can switch users');

const dir = makeTempDir();
// Built afresh, it has all packages in it.
afterAll(() => dir.remove(), 300_000);

test("the Dockerfile's image runs as an unprivileged user", {
  tags: ['unprivileged-image'],
  timeout: 600_000,
}, async () => {
  if (!isFull) await build();
  const image = makeImage(dir.path, isFull);
  expect(image.user).toBeGreaterThanOrEqual(10_000);
  const port = await freePort();
  const data = join(image.root, image.env.DATA_DIR ?? '');
  const options = {
    cwd: join(image.root, image.workdir),
    env: { ...image.env, DATA_DIR: data, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'warn' },
    ...(isRoot && { uid: image.user, gid: image.user }),
  };
  expect(image.env.HOST).toBe('0.0.0.0');
  const run = ([program = '', ...args]: string[]) => {
    expect(program).toBe('node');
    return spawn(process.execPath, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
  };
  const isHealthy = async () => (await once(run(image.healthcheck), 'exit'))[0] === 0;
  expect(await isHealthy()).toBe(false);
  const server = run(image.command);
  // It inherits this process's output and would keep it open.
  onTestFinished(() => void server.kill('SIGKILL'));
  const ended = once(server, 'exit');
  await vi.waitFor(async () => expect(await isHealthy()).toBe(true), { timeout: 50_000, interval: 100 });
  const page = await fetch(`http://127.0.0.1:${port}/`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root"')]);
  expect(readdirSync(data)).toContain('selvedge.db');
  const operator = run(['node', join(image.root, 'usr/local/bin/selvedge'), 'instance', 'get']);
  expect(await once(operator, 'exit')).toEqual([0, null]);
  if (isRoot) expect(statSync(join(data, 'selvedge.db')).uid).toBe(image.user);
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
