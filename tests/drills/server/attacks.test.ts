import { readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { Member } from '../../support/clients/web-client.ts';
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
import { signUp } from '../../support/people/account.ts';
import { meet, prepareDrill } from '../../support/servers/drill.ts';
import { childrenOf, readProcess, watchMemory } from '../../support/servers/read-process.ts';

const FILES = Number(process.env.SELVEDGE_TEST_FILES ?? 240);
/** Of those that are too large, so many are sent to their end; the others are refused by the length that they name. */
const STREAMED = Number(process.env.SELVEDGE_TEST_STREAMED ?? 20);
const MEBIBYTE = 1024 * 1024;
const UPLOADS = 100;
/** One person's uploads wait for each other: of each of these, two are there at once. */
const PEOPLE = 10;
/** MiB that come and go with any work: the server's own heap. */
const WORKING = 128;
/**
 * What the server may take more while it reads bad pictures, in MiB: damage may make a small one claim 25 megapixels, and
 * up to 12 bytes are taken for each. What claims more is decoded elsewhere.
 */
const READING_MAX = (25_000_000 * 12) / MEBIBYTE + WORKING;
/** What the process of a heavy picture may allocate, and the code of Node and libvips. */
const HEAVY_MAX = 2_000 + 150;
/**
 * And while it is sent what is too large. 128 of it are not the server's to choose: V8 lets buffers that nobody holds
 * any more take as much before it looks for them.
 */
const SENDING_MAX = 128 + 64;
/** Attacks one after the other add nothing to what the first took. */
const WAVES = Number(process.env.SELVEDGE_TEST_WAVES ?? 1);
const BOUNDARY = 'xxSelvedgexx';
const PATIENCE = { timeout: 60_000 };

const isLinux = process.platform === 'linux';
if (!isLinux) console.warn('attacks on uploads are not tested: their memory is read from /proc');
const drill = test.skipIf(!isLinux);

const product = await prepareDrill();

const filesIn = (folder: string): string[] =>
  statSync(folder, { throwIfNoEntry: false })
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];
/** Watches the server's memory. @returns the most that it has taken since above what it held then, MiB. */
function watchServer(): () => number {
  const growth = watchMemory(product.pid());
  return () => growth() / MEBIBYTE;
}
const temporaryFiles = () =>
  ['incoming', 'media/.incoming'].flatMap((name) => filesIn(join(product.dataDir, name)));

/** @returns the status of the answer. */
async function send(
  member: Member,
  { path, field, file }: { path: string; field: string; file: Blob },
): Promise<number> {
  const form = new FormData();
  form.set(field, file, 'photo.jpg');
  return (await member.request('POST', path, form)).status;
}

/** The product is well: it has found no fault of its own, and takes a good photo. */
async function expectWell(member: Member): Promise<void> {
  expect(product.exitCode()).toBeNull();
  expect(product.output()).not.toContain('"level":50');
  // They are removed behind the answer when nobody is there to hear it.
  await vi.waitUntil(() => temporaryFiles().length === 0, PATIENCE);
  await member.list(await phonePhoto({ width: 240, height: 320 }));
}

drill(
  'files that are cut short, damaged, mislabelled or bombs are refused at each door, and nothing of them stays',
  async () => {
    const { seller, buyer, id } = await meet(product.url);
    const doors = [
      { path: '/api/uploads/listings', field: 'image', member: seller },
      { path: `/api/conversations/${id}/images`, field: 'image', member: buyer },
      { path: '/api/auth/user/profile-image', field: 'profileImage', member: buyer },
    ];
    const seed = seedOfRun();
    console.log(`SELVEDGE_TEST_SEED=${seed}`);
    const answers: Record<string, Record<number, number>> = {};
    const waits: Record<string, number> = {};
    let sent = 0;
    const growth = watchServer();
    for await (const { what, file } of badUploads(seed, FILES)) {
      const { path, field, member } = doors[sent % doors.length] as (typeof doors)[number];
      sent += 1;
      const startedAt = performance.now();
      const status = await send(member, { path, field, file });
      waits[what] = Math.max(waits[what] ?? 0, performance.now() - startedAt);
      const counts = answers[what] ?? {};
      answers[what] = { ...counts, [status]: (counts[status] ?? 0) + 1 };
      // Some damage only changes the picture.
      const taken = what === 'damaged' ? [200, 201] : [];
      expect([400, 415, ...taken], `${what}: file ${sent}, to ${path}`).toContain(status);
    }
    const most = growth();
    const slowest = Object.entries(waits).map(([what, ms]) => `${what} ${ms.toFixed(0)}`);
    console.log(
      `${sent} files ${JSON.stringify(answers)}; the slowest answers, ms: ${slowest.join(', ')}; the server took at most ${most.toFixed(0)} MB more`,
    );
    await expectWell(seller);
    expect(most).toBeLessThan(READING_MAX);
  },
  120_000 + FILES * 1_000,
);

drill(
  'a picture that breaks off in its first bytes is refused',
  async () => {
    const person = await signUp(product.url, 'brief');
    const door = { path: '/api/uploads/listings', field: 'image' };
    const answers = new Set<number>();
    for (const picture of [await phonePhoto(), await transparentPng(30, 40), await webpPicture(30, 40)]) {
      for (let length = 0; length < 40; length += 1) {
        answers.add(await send(person, { ...door, file: picture.slice(0, length, picture.type) }));
      }
    }
    expect([...answers].sort()).toEqual([400, 415]);
    await expectWell(person);
  },
  120_000,
);

const processes = () => childrenOf(product.pid());
const heldBy = (pid: number, name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8');

/** Looks again and again at the processes that decode, until `work` is done. @returns the most at once, and their peak. */
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
  'heavy pictures are decoded one at a time, outside of the server, and hold up no others',
  async () => {
    const people = await Promise.all(Array.from({ length: 3 }, (_, i) => signUp(product.url, `l${i}`)));
    const other = await signUp(product.url, 'other');
    await expectWell(other);
    const doors = {
      photo: { path: '/api/uploads/listings', field: 'image' },
      portrait: { path: '/api/auth/user/profile-image', field: 'profileImage' },
    };
    const gif = await largestGif();
    const growth = watchServer();
    const answered: [string, number][] = [];
    const upload = async (what: string, member: Member, door: keyof typeof doors, file: Blob) => {
      answered.push([what, await send(member, { ...doors[door], file })]);
    };
    const heavy = people.flatMap((person) => [
      upload('heavy', person, 'photo', largestAvif()),
      upload('heavy', person, 'portrait', gif),
    ]);
    const light = phonePhoto().then((file) => upload('light', other, 'portrait', file));
    const bomb = upload('bomb', other, 'photo', croppedAvif());
    const { most, megabytes } = await watchProcesses(Promise.all([...heavy, light, bomb]));
    console.log(
      `six pictures of 50 megapixels at once: ${most} process at a time took at most ${megabytes.toFixed(0)} MB, the server ${growth().toFixed(0)} MB more`,
    );
    expect(Object.fromEntries(answered.map(([what, status]) => [`${what} ${status}`, true]))).toEqual({
      'heavy 201': true,
      'heavy 200': true,
      'light 200': true,
      'bomb 400': true,
    });
    expect(answered.slice(0, 3).map(([what]) => what)).toContain('light');
    expect(most).toBe(1);
    expect(megabytes).toBeGreaterThan(1_000);
    expect(megabytes).toBeLessThan(HEAVY_MAX);
    expect(growth()).toBeLessThan(WORKING);
    await expectWell(other);
  },
  300_000,
);

/** Waits for a process that is decoding. */
const decoder = () =>
  vi.waitUntil(
    () => processes().find((pid) => (readProcess(pid)?.peakBytes ?? 0) > 300 * MEBIBYTE),
    PATIENCE,
  );

drill(
  'the process of a picture has nothing of the server’s environment, and may be killed',
  async () => {
    const person = await signUp(product.url, 'mallory');
    const door = { path: '/api/uploads/listings', field: 'image' };
    const killed = send(person, { ...door, file: largestAvif() });
    const pid = await decoder();
    const names = heldBy(pid, 'environ')
      .split('\0')
      .map((line) => line.split('=')[0] ?? '');
    expect(
      names.filter((name) => name && !/^(NODE_CHANNEL_|MALLOC_|PWD$|OLDPWD$|SHLVL$|_$)/.test(name)),
    ).toEqual([]);
    expect(heldBy(pid, 'oom_score_adj').trim()).toBe('1000');
    process.kill(pid, 'SIGKILL');
    expect(await killed).toBe(400);

    // As when the server is stopped: it answers first.
    const stopped = send(person, { ...door, file: largestAvif() });
    process.kill(await decoder(), 'SIGTERM');
    expect(await stopped).toBe(201);
    await expectWell(person);
  },
  120_000,
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

/** Sends a file until the server hangs up. @returns the status that it answered with, `cut` when that came too late. */
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
    // Who is refused half-way is hung up on, and may find that out by writing.
    sending.on('error', () => resolve('cut'));
    Readable.from(fileOf(size)).pipe(sending, { end: length === null });
  });
}

/** A hundred at once. @returns what they were answered. */
const sendTooLarge = (tokens: readonly string[]) =>
  Promise.all(
    Array.from({ length: UPLOADS }, (_, i) => {
      const token = tokens[i % tokens.length] ?? '';
      if (i >= STREAMED) return pour(token, 0, 200 * MEBIBYTE);
      // One of them goes on for as long as it is let.
      return pour(token, i === 0 ? 200 * MEBIBYTE : 50 * MEBIBYTE + 1, null);
    }),
  );

drill(
  'a hundred uploads at once that are too large are refused, and leave neither memory nor files behind',
  async () => {
    const people = await Promise.all(Array.from({ length: PEOPLE }, (_, i) => signUp(product.url, `p${i}`)));
    const [first] = people as [(typeof people)[number]];
    // Whatever only the first upload needs is there.
    await expectWell(first);
    const photos = filesIn(join(product.dataDir, 'media'));
    const growth = watchServer();
    for (let wave = 0; wave < WAVES; wave += 1) {
      const answered = Map.groupBy(await sendTooLarge(people.map(({ token }) => token)), (status) => status);
      const most = growth();
      console.log(
        `${UPLOADS} uploads too large, ${STREAMED} of them streamed, ${answered.get('cut')?.length ?? 0} hung up on early: at most ${most.toFixed(0)} MB more`,
      );
      expect([...answered.keys()].filter((status) => status !== 'cut')).toEqual([413]);
      expect(filesIn(join(product.dataDir, 'media'))).toEqual(photos);
      expect(most).toBeLessThan(SENDING_MAX);
    }
    await expectWell(first);
  },
  300_000 * WAVES,
);
