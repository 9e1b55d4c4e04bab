import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../server/src/platform/db/database.ts';
import { openDatabase } from '../../server/src/platform/db/open.ts';
import { HASH_BYTES } from '../../server/src/platform/media/photo-hash.ts';
import { createLog } from '../../server/src/platform/observability/log.ts';
import { followHashes } from '../../server/src/safety/photo-matches/follow-hashes.ts';
import { describePhoto } from '../support/data/described-photo.ts';
import { asPicture, madeUpPhoto } from '../support/data/photo-copies.ts';
import { createRandom } from '../support/data/random.ts';
import { addListing, addMember } from '../support/people/market.ts';
import { createDatabase } from '../support/servers/database.ts';
import { type BenchTable, percentile, sample } from './table.ts';

const LISTINGS = 100_000;
const PHOTOS_EACH = 3;
const PHOTOS = LISTINGS * PHOTOS_EACH;
/** Each stands for many photos: their views have different hashes. */
const DIFFERENT = 2_000;
const TIMES = 300;
const ROWS_AT_ONCE = 1_000;
/** The photos were added one after the other: each look-up reads those of the last minutes again. */
const FIRST_MS = Date.parse('2026-01-01');
const APART_MS = 10_000;
const log = createLog('error');

type Described = Awaited<ReturnType<typeof describePhoto>>;

/** The hash of one of a photo's views, with each bit changed by a chance of a tenth. */
function variantOf({ views }: Described, n: number, random: () => number): string {
  const all = Buffer.from(views, 'base64');
  const from = (n * HASH_BYTES) % all.length;
  const hash = Buffer.from(all.subarray(from, from + HASH_BYTES));
  for (let i = 0; i < HASH_BYTES; i += 1)
    for (let bit = 0; bit < 8; bit += 1) if (random() < 0.1) hash[i] = (hash[i] ?? 0) ^ (1 << bit);
  return hash.toString('base64');
}

/** The listings do not matter: all photos are of one. */
async function fill(db: Database, described: Described[], random: () => number): Promise<void> {
  const { id: ownerId } = await addMember(db, 'marlow');
  const listingId = await addListing(db, ownerId);
  for (let from = 0; from < PHOTOS; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: ROWS_AT_ONCE }, (_, i) => {
      const photo = described[(from + i) % described.length] as Described;
      return {
        ...{
          id: uuidv7({ msecs: FIRST_MS + (from + i) * APART_MS }),
          key: `${ownerId}/${from + i}`,
          ownerId,
          listingId,
        },
        ...{ views: null, copy: null },
        hash: variantOf(photo, Math.floor((from + i) / described.length), random),
        ...{ placeholder: photo.placeholder, addedAt: new Date() },
      };
    });
    await db.transact((tx) => tx.q.insert(tx.t.photoHashes).values(rows));
  }
}

async function timesIn(engine: 'sqlite' | 'postgres', described: Described[]) {
  const { url, remove } = await createDatabase(engine);
  const db = await openDatabase(url, log);
  try {
    await fill(db, described, createRandom(2).next);
    const hashes = followHashes(db);
    const from = performance.now();
    const [first] = described;
    if (first) await hashes.find(first);
    const load = performance.now() - from;
    const looked = await sample(TIMES, async (n) =>
      hashes.find(described[(n * 7) % described.length] as Described),
    );
    return { load, looked };
  } finally {
    await db.close();
    await remove();
  }
}

/** How long it takes to look up one photo among those of 100,000 listings. */
export async function bench(): Promise<BenchTable[]> {
  const random = createRandom(1).next;
  const described: Described[] = [];
  for (let n = 0; n < DIFFERENT; n += 1) {
    described.push(await describePhoto(`made up ${n}`, asPicture(madeUpPhoto(random))));
  }
  const rows: BenchTable['rows'] = [];
  for (const engine of ['sqlite', 'postgres'] as const) {
    const { load, looked } = await timesIn(engine, described);
    rows.push([
      engine,
      ...[percentile(looked, 0.5), percentile(looked, 0.99)].map((ms) => ms.toFixed(2)),
      load.toFixed(0),
    ]);
  }
  return [
    {
      title: `A photo is looked up among ${PHOTOS.toLocaleString('en-US')} of ${LISTINGS.toLocaleString('en-US')} listings`,
      columns: ['database', 'p50 ms', 'p99 ms', 'first look-up, which reads all hashes, ms'],
      rows,
    },
  ];
}
