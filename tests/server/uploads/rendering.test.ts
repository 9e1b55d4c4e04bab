import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { AppError } from '../../../server/src/core/errors.ts';
import { renderInWorker } from '../../../server/src/uploads/image-workers.ts';
import { isHeavy } from '../../../server/src/uploads/is-heavy.ts';
import { createRendering } from '../../../server/src/uploads/rendering.ts';
import {
  animatedGif,
  avifPicture,
  gifPicture,
  heicPicture,
  hugePng,
  inManyScans,
  largestAvif,
  phonePhoto,
  transparentWebp,
  webpPicture,
  withMarkers,
} from '../../support/data/pictures.ts';
import { childrenOf, isRunning, readProcess } from '../../support/servers/read-process.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const isLinux = process.platform === 'linux';
if (!isLinux) console.warn('what outlives a server is not tested: processes are read from /proc');

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

test('what may take more than its size tells is heavy', async () => {
  const heavy = [
    await avifPicture(30, 40),
    heicPicture(),
    await transparentWebp(30, 40),
    await gifPicture(30, 40),
    await animatedGif({ frames: 2 }),
    await withMarkers(300_000),
    // Who takes the first of these for one with a length finds a scan right behind it.
    await withMarkers(1, [0xff, 0xd0, 0, 4, 0, 0, 0xff, 0xda, 0, 2]),
    await inManyScans('jpeg'),
    await inManyScans('png'),
    hugePng(5_001),
  ];
  const light = [await phonePhoto(), await withMarkers(1_000), hugePng(5_000), await webpPicture(30, 40)];
  const found: boolean[] = [];
  for (const file of [...heavy, ...light]) found.push(await isHeavy(await put('picture', file)));
  expect(found).toEqual([...heavy.map(() => true), ...light.map(() => false)]);
});

test('each decoding is told, here and in a process of its own, whether it succeeds or not', async () => {
  const times: number[] = [];
  const render = createRendering((ms) => times.push(ms));
  await render('photo', await put('light', await phonePhoto()));
  const { width } = await render('photo', await put('heavy', await avifPicture(30, 40)));
  expect(width).toBe(30);
  await expect(render('portrait', await put('damaged', heicPicture().slice(0, 500)))).rejects.toMatchObject({
    code: 'invalid_input',
  });
  expect(times).toHaveLength(3);
});

test('twenty heavy pictures wait, and one more is refused for now', async () => {
  const render = createRendering(() => undefined);
  const path = await put('one of many', await avifPicture(30, 40));
  const answers = await Promise.allSettled(Array.from({ length: 22 }, () => render('photo', path)));
  const refused = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason);
  expect(refused).toEqual([expect.objectContaining({ code: 'unavailable', retryAfter: 30 })]);
}, 180_000);

test('a process that cannot work is a fault of the server, and the log can tell why', async () => {
  const path = await put('small', await avifPicture(30, 40));
  const node = process.execPath;
  try {
    process.execPath = join(dir.path, 'none');
    const fault = await renderInWorker('photo', path).catch((error: unknown) => error);
    expect(fault).not.toBeInstanceOf(AppError);
    expect(fault).toMatchObject({
      message: 'the image worker did not start: code 127',
      cause: expect.stringContaining(process.execPath),
    });
  } finally {
    process.execPath = node;
  }
});

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

/** A server of nothing else: runs `script`, in which `render` is there. */
function aside(script: string, path: string, limits = ':') {
  const module = new URL('../../../server/src/uploads/image-workers.ts', import.meta.url);
  const code = `import { openSync, closeSync } from 'node:fs';
    import { renderInWorker } from '${module}';
    const render = () => renderInWorker('photo', ${JSON.stringify(path)});
    ${script}`;
  const command = `${limits}; exec "$0" --input-type=module -e "$1"`;
  return spawn('/bin/sh', ['-c', command, process.execPath, code], { stdio: ['ignore', 'pipe', 'pipe'] });
}

test('a server that has hardly any file descriptors left fails to take a picture, and goes on', async () => {
  const path = await put('small', await avifPicture(30, 40));
  const server = aside(
    `const open = [];
    try { for (;;) open.push(openSync('/dev/null')); } catch {}
    const told = [];
    for (const free of [0, 1, 1]) {
      for (const file of open.splice(0, free)) closeSync(file);
      told.push(await render().catch((error) => error.code));
    }
    for (const file of open.splice(0, 50)) closeSync(file);
    told.push((await render()).width);
    console.log(JSON.stringify(told));`,
    path,
    'ulimit -n 200',
  );
  const [told, fault] = await Promise.all([text(server.stdout), text(server.stderr)]);
  expect(fault).toBe('');
  expect(JSON.parse(told)).toEqual([...Array(3).fill('EMFILE'), 30]);
});

test.skipIf(!isLinux)(
  'the process ends with a server that is killed',
  async () => {
    const path = await put('largest', largestAvif());
    const startedAt = performance.now();
    await renderInWorker('photo', path);
    const whole = performance.now() - startedAt;

    const server = aside('await render();', path);
    const pid = await vi.waitUntil(() => childrenOf(server.pid ?? 0).find(isDecoding), { timeout: 60_000 });
    server.kill('SIGKILL');
    const killedAt = performance.now();
    await vi.waitUntil(() => !isRunning(pid), { timeout: 60_000 });
    // It does not end its work first.
    expect(performance.now() - killedAt).toBeLessThan(whole / 2);
  },
  180_000,
);
