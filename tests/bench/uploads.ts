import { setTimeout as pause } from 'node:timers/promises';
import { phonePhoto } from '../support/data/pictures.ts';
import { type Contender, startSelvedge } from './chat/contenders.ts';
import { type ChatRun, measureChat } from './chat/measure.ts';
import { type BenchTable, percentile, sample } from './table.ts';

const TIMES = 10;
/** A phone photo: 12 megapixels. */
const SIZE = { width: 3_000, height: 4_000 };
const MEBIBYTE = 1024 * 1024;
const LOAD = { pairs: 50, pace: { perSecond: 200 }, warmUpMs: 1_000, ms: 10_000 };

/** Uploads a photo; the response arrives once it is stored in every width. */
async function upload({ url, pairs }: Contender, photo: Blob): Promise<void> {
  const form = new FormData();
  form.set('image', photo, 'IMG_0042.JPG');
  const response = await fetch(`${url}/api/uploads/listings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${pairs[0]?.tokens[0]}` },
    body: form,
  });
  if (response.status !== 201) throw new Error(`a photo upload responded ${response.status}`);
  await response.arrayBuffer();
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

/** A 12-megapixel photo: how long it takes to store, and how it affects the chat. */
export async function bench(): Promise<BenchTable[]> {
  const photo = await phonePhoto(SIZE);
  const contender = await startSelvedge(LOAD.pairs);
  try {
    const alone = await sample(TIMES, () => upload(contender, photo));
    const quiet = await measureChat(contender, LOAD);
    await pause(1_000);
    const busy = await chatDuringUploads(contender, photo);
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
        title: `From send to receipt, ${LOAD.pace.perSecond} messages/s over ${LOAD.pairs} pairs`,
        columns: ['milliseconds', 'p50', 'p95', 'p99', "the server's loop p99", "the load's own delay p99"],
        rows: [rowOf('chat only', quiet), rowOf('photos back to back', busy.run)],
      },
    ];
  } finally {
    await contender.stop();
  }
}
