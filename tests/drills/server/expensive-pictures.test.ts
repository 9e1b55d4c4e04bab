import { execFileSync, spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, expect, test, vi } from 'vitest';

import { memoryMax, renderInWorker } from '../../../server/src/platform/media/image-workers.ts';

import { createRendering } from '../../../server/src/platform/media/rendering.ts';
import { avifPicture, heicPicture, largestAvif } from '../../support/data/pictures.ts';
import { childrenOf, isRunning } from '../../support/servers/read-process.ts';
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

/** A file that never ends: a decoder waits in it until its other end is closed. */
function makePipe(name: string) {
  const path = join(dir.path, name);
  execFileSync('mkfifo', [path]);
  return {
    path,
    /** Resolves with the other end when a decoder has opened the file. */
    opened: () => open(path, 'w'),
    /** Ends the file, also for a decoder that would open it again. */
    async end(opened: FileHandle) {
      rmSync(path);
      await opened.close();
    },
  };
}

test('twenty expensive pictures are queued', {
  tags: ['expensive-pictures'],
}, async () => {
  const render = createRendering();
  const pipe = makePipe('queued');
  const rendered = Promise.allSettled(Array.from({ length: 21 }, () => render('logo', pipe.path, null)));
  const decoding = await pipe.opened();
  await expect(render('logo', pipe.path, null)).rejects.toMatchObject({
    code: 'unavailable',
    retryAfter: 30,
  });
  // Each of the queued is rendered in its turn; without Node, at no cost.
  vi.spyOn(process, 'execPath', 'get').mockReturnValue(join(dir.path, 'none'));
  await pipe.end(decoding);
  const [first, ...queued] = await rendered;
  expect(first).toMatchObject({ reason: { message: expect.not.stringContaining('did not start') } });
  for (const result of queued)
    expect(result).toMatchObject({ reason: { message: 'the image worker did not start: code 127' } });
});

test.skipIf(!isLinux)('a picture that needs too much memory is refused', async () => {
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
});

test('a picture that takes half a minute is refused', {
  tags: ['expensive-pictures'],
}, async () => {
  const pipe = makePipe('endless');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const refused = expect(renderInWorker('photo', pipe.path)).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('too complex to process'),
  });
  const decoding = await pipe.opened();
  vi.advanceTimersByTime(29_999);
  for (let i = 0; i < 10; i += 1) await turn();
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1);
  await refused;
  await decoding.close();
});

/** Runs `script`, which can call `render`, in a separate server process. */
function spawnServer(script: string, path: string, limits = ':') {
  const module = new URL('../../../server/src/platform/media/image-workers.ts', import.meta.url);
  const code = `import { openSync, closeSync } from 'node:fs';
    import { memoryMax, renderInWorker } from '${module}';
    const render = () => renderInWorker('photo', ${JSON.stringify(path)});
    ${script}`;
  const command = `${limits}; exec "$0" --input-type=module -e "$1"`;
  return spawn('/bin/sh', ['-c', command, process.execPath, code], { stdio: ['ignore', 'pipe', 'pipe'] });
}

test('a server short of file descriptors recovers', {
  tags: ['expensive-pictures'],
}, async () => {
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
  { tags: ['expensive-pictures'] },
  async () => {
    const pipe = makePipe('abandoned');
    const server = spawnServer('await render();', pipe.path);
    const decoding = await pipe.opened();
    const [pid = 0] = childrenOf(server.pid ?? 0);
    expect(isRunning(pid)).toBe(true);
    server.kill('SIGKILL');
    await vi.waitUntil(() => !isRunning(pid));
    await decoding.close();
  },
);
