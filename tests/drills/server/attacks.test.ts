import { readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { badUploads } from '../../support/data/bad-uploads.ts';
import {
  croppedAvif,
  largestAvif,
  largestGif,
  phonePhoto,
  transparentPng,
  webpPicture,
} from '../../support/data/pictures.ts';
import { seedOfRun } from '../../support/data/random.ts';
import { type SignedUp, signUp } from '../../support/people/account.ts';
import { prepareDrill, signUpPair } from '../../support/servers/drill.ts';
import { childrenOf, readProcess, watchMemory } from '../../support/servers/read-process.ts';

const FILES = Number(process.env.SELVEDGE_TEST_FILES ?? 240);
/**
 * How many of the oversized uploads are streamed to the end; the rest are refused by their Content-Length.
 */
const STREAMED = Number(process.env.SELVEDGE_TEST_STREAMED ?? 20);
const MEBIBYTE = 1024 * 1024;
const UPLOADS = 100;
/** One member's uploads queue up, so this many members run two of each kind concurrently. */
const MEMBERS = 10;
/** The server's heap fluctuates by this many MiB under any load. */
const WORKING = 128;
/**
 * The memory in MiB that the server may gain while it reads bad pictures: a damaged one may claim 25
 * megapixels, at up to 12 bytes each. Anything larger is decoded in a child process.
 */
const READING_MAX = (25_000_000 * 12) / MEBIBYTE + WORKING;
/** The memory a child process may allocate for an expensive picture, plus the code of Node and libvips. */
const HEAVY_MAX = 2_000 + 150;
/**
 * The memory the server may gain while it receives oversized uploads. 128 MiB of it are beyond its control:
 * V8 lets unreferenced buffers grow that far before it collects them.
 */
const SENDING_MAX = 128 + 64;
/** Later waves must not need more memory than the first. */
const WAVES = Number(process.env.SELVEDGE_TEST_WAVES ?? 1);
const BOUNDARY = 'xxSelvedgexx';
const PATIENCE = { timeout: 60_000 };

const isLinux = process.platform === 'linux';
if (!isLinux) console.warn('attacks on uploads are not tested: memory usage is read from /proc');
const drill = test.skipIf(!isLinux);

const product = await prepareDrill();

const filesIn = (folder: string): string[] =>
  statSync(folder, { throwIfNoEntry: false })
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];
/** Watches the server's memory. @returns a function for its maximum growth since this call, in MiB. */
function watchServer(): () => number {
  const growth = watchMemory(product.pid());
  return () => growth() / MEBIBYTE;
}
const temporaryFiles = () =>
  ['incoming', 'media/.incoming'].flatMap((name) => filesIn(join(product.dataDir, name)));

/** @returns the response status. */
async function send(
  member: SignedUp,
  { path, field, file }: { path: string; field: string; file: Blob },
): Promise<number> {
  const form = new FormData();
  form.set(field, file, 'photo.jpg');
  return (await member.request('POST', path, form)).status;
}

/** Checks that the server is healthy: it has logged no error and accepts a good photo. */
async function expectWell(member: SignedUp): Promise<void> {
  expect(product.exitCode()).toBeNull();
  expect(product.output()).not.toContain('"level":50');
  // If a client has disconnected, the server removes its files some time after the response.
  await vi.waitUntil(() => temporaryFiles().length === 0, PATIENCE);
  await member.list(await phonePhoto({ width: 240, height: 320 }));
}

drill(
  'every upload endpoint refuses truncated, damaged, mislabelled and bomb files, and leaves no file behind',
  { tags: ['broken-pictures'], timeout: 120_000 + FILES * 1_000 },
  async () => {
    const { seller, buyer, id } = await signUpPair(product.url);
    const endpoints = [
      { path: '/api/uploads/listings', field: 'image', member: seller },
      { path: `/api/conversations/${id}/images`, field: 'image', member: buyer },
      { path: '/api/auth/user/profile-image', field: 'profileImage', member: buyer },
    ];
    const seed = seedOfRun();
    console.log(`SELVEDGE_TEST_SEED=${seed}`);
    const statuses: Record<string, Record<number, number>> = {};
    const waits: Record<string, number> = {};
    let sent = 0;
    const growth = watchServer();
    for await (const { what, file } of badUploads(seed, FILES)) {
      const { path, field, member } = endpoints[sent % endpoints.length] as (typeof endpoints)[number];
      sent += 1;
      const startedAt = performance.now();
      const status = await send(member, { path, field, file });
      waits[what] = Math.max(waits[what] ?? 0, performance.now() - startedAt);
      const counts = statuses[what] ?? {};
      statuses[what] = { ...counts, [status]: (counts[status] ?? 0) + 1 };
      // Some damage merely changes the picture.
      const accepted = what === 'damaged' ? [200, 201] : [];
      expect([400, 415, ...accepted], `${what}: file ${sent}, to ${path}`).toContain(status);
    }
    const most = growth();
    const slowest = Object.entries(waits).map(([what, ms]) => `${what} ${ms.toFixed(0)}`);
    console.log(
      `${sent} files ${JSON.stringify(statuses)}; the slowest responses, ms: ${slowest.join(', ')}; the server used at most ${most.toFixed(0)} MB more`,
    );
    await expectWell(seller);
    expect(most).toBeLessThan(READING_MAX);
  },
);

drill(
  'a picture cut off within its first bytes is refused',
  { tags: ['broken-pictures'], timeout: 120_000 },
  async () => {
    const member = await signUp(product.url, 'brief');
    const endpoint = { path: '/api/uploads/listings', field: 'image' };
    const statuses = new Set<number>();
    for (const picture of [await phonePhoto(), await transparentPng(30, 40), await webpPicture(30, 40)]) {
      for (let length = 0; length < 40; length += 1) {
        statuses.add(await send(member, { ...endpoint, file: picture.slice(0, length, picture.type) }));
      }
    }
    expect([...statuses].sort()).toEqual([400, 415]);
    await expectWell(member);
  },
);

const processes = () => childrenOf(product.pid());
const readProc = (pid: number, name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8');

/**
 * Polls the decoding processes until `work` is done.
 * @returns their maximum number, and their peak memory.
 */
async function watchProcesses(work: Promise<unknown>): Promise<{ most: number; megabytes: number }> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const seen = { most: 0, megabytes: 0 };
  while (!isDone) {
    const running = processes();
    seen.most = Math.max(seen.most, running.length);
    for (const pid of running) {
      seen.megabytes = Math.max(seen.megabytes, (readProcess(pid)?.peakBytes ?? 0) / MEBIBYTE);
    }
    await sleep(20);
  }
  await done;
  return seen;
}

drill(
  'expensive pictures are decoded one at a time in a child process and do not delay others',
  { tags: ['expensive-pictures'], timeout: 300_000 },
  async () => {
    const members = await Promise.all(Array.from({ length: 3 }, (_, i) => signUp(product.url, `l${i}`)));
    const other = await signUp(product.url, 'other');
    await expectWell(other);
    const endpoints = {
      photo: { path: '/api/uploads/listings', field: 'image' },
      portrait: { path: '/api/auth/user/profile-image', field: 'profileImage' },
    };
    const gif = await largestGif();
    const growth = watchServer();
    const results: [string, number][] = [];
    const upload = async (what: string, member: SignedUp, endpoint: keyof typeof endpoints, file: Blob) => {
      results.push([what, await send(member, { ...endpoints[endpoint], file })]);
    };
    const heavy = members.flatMap((member) => [
      upload('heavy', member, 'photo', largestAvif()),
      upload('heavy', member, 'portrait', gif),
    ]);
    const light = phonePhoto().then((file) => upload('light', other, 'portrait', file));
    const bomb = upload('bomb', other, 'photo', croppedAvif());
    const { most, megabytes } = await watchProcesses(Promise.all([...heavy, light, bomb]));
    console.log(
      `six pictures of 50 megapixels at once: ${most} process at a time took at most ${megabytes.toFixed(0)} MB, the server ${growth().toFixed(0)} MB more`,
    );
    expect(Object.fromEntries(results.map(([what, status]) => [`${what} ${status}`, true]))).toEqual({
      'heavy 201': true,
      'heavy 200': true,
      'light 200': true,
      'bomb 400': true,
    });
    expect(results.slice(0, 3).map(([what]) => what)).toContain('light');
    expect(most).toBe(1);
    expect(megabytes).toBeGreaterThan(1_000);
    expect(megabytes).toBeLessThan(HEAVY_MAX);
    expect(growth()).toBeLessThan(WORKING);
    await expectWell(other);
  },
);

/** Waits for a child process that is decoding. */
const decoder = () =>
  vi.waitUntil(
    () => processes().find((pid) => (readProcess(pid)?.peakBytes ?? 0) > 300 * MEBIBYTE),
    PATIENCE,
  );

drill(
  'the decoding process inherits nothing from the server’s environment and can be killed',
  { tags: ['expensive-pictures'], timeout: 120_000 },
  async () => {
    const member = await signUp(product.url, 'mallory');
    const endpoint = { path: '/api/uploads/listings', field: 'image' };
    const killed = send(member, { ...endpoint, file: largestAvif() });
    const pid = await decoder();
    const names = readProc(pid, 'environ')
      .split('\0')
      .map((line) => line.split('=')[0] ?? '');
    expect(
      names.filter((name) => name && !/^(NODE_CHANNEL_|MALLOC_|PWD$|OLDPWD$|SHLVL$|_$)/.test(name)),
    ).toEqual([]);
    expect(readProc(pid, 'oom_score_adj').trim()).toBe('1000');
    process.kill(pid, 'SIGKILL');
    expect(await killed).toBe(400);

    // On shutdown (SIGTERM), the child process finishes its request before it exits.
    const stopped = send(member, { ...endpoint, file: largestAvif() });
    process.kill(await decoder(), 'SIGTERM');
    expect(await stopped).toBe(201);
    await expectWell(member);
  },
);

const HEAD = Buffer.from(
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="image"; filename="coat.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
);
const CHUNK = Buffer.alloc(256 * 1024, 7);

function* fileOf(size: number): Generator<Buffer> {
  yield HEAD;
  for (let left = size; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, left);
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
}

/**
 * Sends a file until the server closes the connection. @returns the response status, or `cut` when none
 * arrived before that.
 */
function pour(token: string, size: number, length: number | null): Promise<number | 'cut' | undefined> {
  const sending = request(`${product.url}/api/uploads/listings`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...(length !== null && { 'content-length': length }),
    },
  });
  return new Promise((resolve) => {
    sending.once('response', (response) => {
      response.resume().once('error', () => undefined);
      resolve(response.statusCode);
    });
    // After a refusal the server closes the connection, which the sender may notice through a write error.
    sending.on('error', () => resolve('cut'));
    Readable.from(fileOf(size)).pipe(sending, { end: length === null });
  });
}

/** Sends a hundred uploads concurrently. @returns their statuses. */
const sendTooLarge = (tokens: readonly string[]) =>
  Promise.all(
    Array.from({ length: UPLOADS }, (_, i) => {
      const token = tokens[i % tokens.length] ?? '';
      if (i >= STREAMED) return pour(token, 0, 200 * MEBIBYTE);
      // One client keeps sending until the server stops it.
      return pour(token, i === 0 ? 200 * MEBIBYTE : 50 * MEBIBYTE + 1, null);
    }),
  );

drill(
  'a hundred concurrent oversized uploads are refused and leave neither memory nor files behind',
  { tags: ['oversized-pictures'], timeout: 300_000 * WAVES },
  async () => {
    const members = await Promise.all(
      Array.from({ length: MEMBERS }, (_, i) => signUp(product.url, `p${i}`)),
    );
    const [first] = members as [(typeof members)[number]];
    // The first upload also allocates what all later ones share.
    await expectWell(first);
    const photos = filesIn(join(product.dataDir, 'media'));
    const growth = watchServer();
    for (let wave = 0; wave < WAVES; wave += 1) {
      const results = Map.groupBy(await sendTooLarge(members.map(({ token }) => token)), (status) => status);
      const most = growth();
      console.log(
        `${UPLOADS} oversized uploads, ${STREAMED} of them streamed, ${results.get('cut')?.length ?? 0} cut off early: at most ${most.toFixed(0)} MB more`,
      );
      expect([...results.keys()].filter((status) => status !== 'cut')).toEqual([413]);
      expect(filesIn(join(product.dataDir, 'media'))).toEqual(photos);
      expect(most).toBeLessThan(SENDING_MAX);
    }
    await expectWell(first);
  },
);
