import { setTimeout as pause } from 'node:timers/promises';
import { largestAvif, phonePhoto, splitScans } from '../support/data/pictures.ts';
import { type Contender, startSelvedge } from './chat/contenders.ts';
import { type ChatRun, measureChat } from './chat/measure.ts';
import { type BenchTable, percentile, sample } from './table.ts';

const TIMES = 10;
/** A phone photo: 12 megapixels. */
const SIZE = { width: 3_000, height: 4_000 };
const ATTACKERS = 12;
/** Until the attackers have filled the queue. */
const ATTACK_BEFORE_MS = 5_000;
const ROUNDS = 3;
const MEBIBYTE = 1024 * 1024;
const LOAD = { pairs: 50, pace: { perSecond: 200 }, warmUpMs: 1_000, ms: 10_000 };

/** @returns the status of the response */
async function post({ url, pairs }: Contender, photo: Blob, member: number): Promise<number> {
  const form = new FormData();
  form.set('image', photo, 'IMG_0042.JPG');
  const response = await fetch(`${url}/api/uploads/listings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${pairs[member]?.tokens[0]}` },
    body: form,
  });
  await response.arrayBuffer();
  return response.status;
}

/** Uploads a photo; the response arrives once it is stored in every width. */
async function upload(contender: Contender, photo: Blob): Promise<void> {
  const status = await post(contender, photo, 0);
  if (status !== 201) throw new Error(`a photo upload responded ${status}`);
}

/** How long uploads take while twelve others upload pictures that were made to take long, without a pause. */
async function sampleBesideAttackers(contender: Contender, photo: Blob): Promise<number[]> {
  const { scans, withScans } = await splitScans();
  const hostile = [largestAvif(), withScans([...scans, ...scans])];
  let isOver = false;
  const attacks = Array.from({ length: ATTACKERS }, async (_, i) => {
    while (!isOver) {
      const status = await post(contender, hostile[i % hostile.length] ?? photo, i + 1);
      // Those refused try again at once, but leave this process time to measure.
      if (status !== 201) await pause(10);
    }
  });
  await pause(ATTACK_BEFORE_MS);
  const waits = await sample(TIMES, () => upload(contender, photo));
  isOver = true;
  await Promise.all(attacks);
  return waits;
}

/** Chats while photos are uploaded back to back. @returns the run, and how long each upload took. */
async function chatDuringUploads(contender: Contender, photo: Blob) {
  const waits: number[] = [];
  let isOver = false;
  const uploading = (async () => {
    while (!isOver) {
      const from = performance.now();
      await upload(contender, photo);
      waits.push(performance.now() - from);
    }
  })();
  const run = await measureChat(contender, LOAD);
  isOver = true;
  await uploading;
  return { run, waits };
}

const figures = (waits: number[]) => [0.5, 0.95, 0.99].map((part) => percentile(waits, part).toFixed(1));

function rowOf(name: string, { arrivalMs, faults, server, ownDelayP99Ms }: ChatRun): (string | number)[] {
  if (faults.length > 0) return [`${name}: ${faults.join('; ')}`, ...Array<string>(5).fill('void')];
  return [name, ...figures(arrivalMs), server.loopDelayP99Ms.toFixed(1), ownDelayP99Ms.toFixed(1)];
}

/** A 12-megapixel photo: how long it takes to store, also beside attackers, and how it affects the chat. */
export async function bench(): Promise<BenchTable[]> {
  const photo = await phonePhoto(SIZE);
  const contender = await startSelvedge(LOAD.pairs);
  try {
    const alone = await sample(TIMES, () => upload(contender, photo));
    const quiet = await measureChat(contender, LOAD);
    await pause(1_000);
    const busy = await chatDuringUploads(contender, photo);
    const rounds: [calm: number[], attacked: number[]][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const calm = await sample(TIMES, () => upload(contender, photo));
      rounds.push([calm, await sampleBesideAttackers(contender, photo)]);
    }
    return [
      {
        title: `A 12-megapixel photo of ${(photo.size / MEBIBYTE).toFixed(1)} MB, from its first byte until it is stored`,
        columns: ['milliseconds', 'p50', 'p95', 'p99', 'photos'],
        rows: [
          ['alone', ...figures(alone), alone.length],
          [`while ${LOAD.pace.perSecond} messages/s are sent`, ...figures(busy.waits), busy.waits.length],
        ],
      },
      {
        title: `The same photo beside ${ATTACKERS} members who upload hostile pictures without a pause`,
        columns: ['milliseconds, p50', 'alone', 'beside them', 'times'],
        rows: rounds.map((both, i) => {
          const [calm, attacked] = both.map((waits) => percentile(waits, 0.5)) as [number, number];
          return [`round ${i + 1}`, calm.toFixed(0), attacked.toFixed(0), (attacked / calm).toFixed(2)];
        }),
      },
      {
        title: `From send to receipt, ${LOAD.pace.perSecond} messages/s over ${LOAD.pairs} pairs`,
        columns: ['milliseconds', 'p50', 'p95', 'p99', "the server's loop p99", "the load's own delay p99"],
        rows: [rowOf('chat only', quiet), rowOf('photos back to back', busy.run)],
      },
    ];
  } finally {
    await contender.stop();
  }
}
