import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, expect, test, vi } from 'vitest';

import { memoryMax, renderInWorker } from '../../../server/src/uploads/image-workers.ts';

import { createRendering } from '../../../server/src/uploads/rendering.ts';
import { avifPicture, heicPicture, largestAvif } from '../../support/data/pictures.ts';
import { childrenOf, isRunning, readProcess } from '../../support/servers/read-process.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const isLinux = process.platform === 'linux';
if (!isLinux) console.warn('the end of child processes is not tested: processes are read from /proc');

const dir = makeTempDir();
afterAll(() => dir.remove());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function put(name: string, file: Blob): Promise<string> {
  const path = join(dir.path, name);
  writeFileSync(path, new Uint8Array(await file.arrayBuffer()));
  return path;
}

test('twenty expensive pictures are queued, and one more is refused temporarily', async () => {
  const render = createRendering(() => undefined);
  const path = await put('one of many', await avifPicture(30, 40));
  const results = await Promise.allSettled(Array.from({ length: 22 }, () => render('photo', path)));
  const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
  expect(refused).toEqual([expect.objectContaining({ code: 'unavailable', retryAfter: 30 })]);
}, 180_000);

test.skipIf(!isLinux)(
  'with little memory, a picture that needs more of it is refused as too complex',
  async () => {
    const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20);
    vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(150 * 2 ** 20);
    const memory = vi.spyOn(process, 'constrainedMemory');
    const allowed = (machine: number) => {
      memory.mockReturnValue(machine * 2 ** 20);
      return mebibytes(memoryMax()) - 600;
    };
    expect([256, 512, 1_024, 2_048, 16_384].map(allowed)).toEqual([160, 266, 778, 1_400, 1_400]);
    memory.mockReturnValue(512 * 2 ** 20);
    await expect(renderInWorker('photo', await put('largest', largestAvif()))).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('too complex to process'),
    });
    await expect(renderInWorker('photo', await put('phone', heicPicture()))).resolves.toBeTruthy();
  },
);

const isDecoding = (pid: number) => (readProcess(pid)?.peakBytes ?? 0) > 300 * 1024 * 1024;

test.skipIf(!isLinux)('a picture that takes longer than half a minute is refused', async () => {
  const path = await put('largest', largestAvif());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const refused = expect(renderInWorker('photo', path)).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('too complex to process'),
  });
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  void refused.then(over, over);
  while (!isOver && !childrenOf(process.pid).some(isDecoding)) await turn();
  vi.advanceTimersByTime(29_999);
  for (let i = 0; i < 10; i += 1) await turn();
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1);
  await refused;
});

/** Runs `script`, which can call `render`, in a separate server process. */
function spawnServer(script: string, path: string, limits = ':') {
  const module = new URL('../../../server/src/uploads/image-workers.ts', import.meta.url);
  const code = `import { openSync, closeSync } from 'node:fs';
    import { memoryMax, renderInWorker } from '${module}';
    const render = () => renderInWorker('photo', ${JSON.stringify(path)});
    ${script}`;
  const command = `${limits}; exec "$0" --input-type=module -e "$1"`;
  return spawn('/bin/sh', ['-c', command, process.execPath, code], { stdio: ['ignore', 'pipe', 'pipe'] });
}

test('a server short of file descriptors fails to decode a picture and recovers', async () => {
  const path = await put('small', await avifPicture(30, 40));
  const server = spawnServer(
    `const open = [];
    try { for (;;) open.push(openSync('/dev/null')); } catch {}
    const results = [];
    for (const free of [0, 1, 1]) {
      for (const file of open.splice(0, free)) closeSync(file);
      results.push(await render().catch((error) => error.code));
    }
    for (const file of open.splice(0, 50)) closeSync(file);
    results.push((await render()).width);
    console.log(JSON.stringify(results));`,
    path,
    'ulimit -n 200',
  );
  const [results, stderr] = await Promise.all([text(server.stdout), text(server.stderr)]);
  expect(stderr).toBe('');
  expect(JSON.parse(results)).toEqual([...Array(3).fill('EMFILE'), 30]);
});

test.skipIf(!isLinux)(
  'the child process ends when its server is killed',
  async () => {
    const path = await put('largest', largestAvif());
    const startedAt = performance.now();
    await renderInWorker('photo', path);
    const fullDuration = performance.now() - startedAt;

    const server = spawnServer('await render();', path);
    const pid = await vi.waitUntil(() => childrenOf(server.pid ?? 0).find(isDecoding), { timeout: 60_000 });
    server.kill('SIGKILL');
    const killedAt = performance.now();
    await vi.waitUntil(() => !isRunning(pid), { timeout: 60_000 });
    // The child process ended without finishing its work.
    expect(performance.now() - killedAt).toBeLessThan(fullDuration / 2);
  },
  180_000,
);
