import { linkSync } from 'node:fs';
import { join } from 'node:path';
import type { Listing } from '@selvedge/shared/items/listings';
import { v7 as uuidv7 } from 'uuid';
import { buildServer } from '../../scripts/build.ts';
import { freePort } from '../../scripts/free-port.ts';
import { foldedColumns } from '../../server/src/items/listings/folded-columns.ts';
import { openDatabase } from '../../server/src/platform/db/open.ts';
import { newPhotoKey } from '../../server/src/platform/media/media-key.ts';
import { createLog } from '../../server/src/platform/observability/log.ts';
import { phonePhoto } from '../support/data/pictures.ts';
import { type SignedUp, signUp } from '../support/people/account.ts';
import { bytesOf, closetOf, goodCloset, zipOf } from '../support/people/closet.ts';
import { createProduct } from '../support/servers/product.ts';
import { watchMemory } from '../support/servers/read-process.ts';
import { makeTempDir } from '../support/servers/temp.ts';
import type { BenchTable } from './table.ts';

const LISTINGS = Number(process.env.SELVEDGE_BENCH_ROWS ?? 10_000);
const PHOTOS_EACH = 3;
const ROWS = 500;
const ROWS_AT_ONCE = 500;
const MEBIBYTE = 1024 * 1024;
const SIZE = { width: 900, height: 1_200 };
/** Of the photos that come in, which fit into an archive of 200 MB. */
const SIZE_IN = { width: 480, height: 640 };

type Product = ReturnType<typeof createProduct>;

/** Gives a member many listings, whose photos are links to the files of one. */
async function fill(dataDir: string, sellerId: string, first: Listing): Promise<void> {
  const db = await openDatabase(`file:${join(dataDir, 'selvedge.db')}`, createLog('error'));
  const source = join(dataDir, first.images[0] ?? '');
  const at = new Date();
  const { title, brand, size, category, condition } = first;
  for (let from = 0; from < LISTINGS; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: ROWS_AT_ONCE }, () => {
      const photos = Array.from({ length: PHOTOS_EACH }, () => {
        const key = newPhotoKey(sellerId, 'front', at);
        linkSync(source, join(dataDir, 'media', key));
        return { key, ...SIZE, placeholder: 'AAAA' };
      });
      const fields = { title, brand, size, category, condition, description: 'x'.repeat(500) };
      return {
        ...fields,
        ...foldedColumns(fields),
        id: uuidv7(),
        sellerId,
        priceCents: 36_500,
        photos,
        createdAt: at,
        bumpedAt: at,
      };
    });
    await db.transact(({ q, t }) => q.insert(t.listings).values(rows).returning({ id: t.listings.id }));
  }
  await db.close();
}

async function download({ pid }: Product, member: SignedUp) {
  const peak = watchMemory(pid());
  const from = performance.now();
  const response = await member.request('GET', '/api/closet.zip');
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length;
  return {
    seconds: (performance.now() - from) / 1000,
    mebibytes: bytes / MEBIBYTE,
    grown: peak() / MEBIBYTE,
  };
}

async function bringIn({ pid }: Product, member: SignedUp) {
  const { csv, photos } = await goodCloset(ROWS, PHOTOS_EACH);
  const photo = await bytesOf(await phonePhoto(SIZE_IN));
  const file = zipOf(csv, Object.fromEntries(Object.keys(photos).map((name) => [name, photo])));
  const { actor, preview, start, details } = closetOf(member);
  const peak = watchMemory(pid());
  const times: number[] = [];
  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    const result = await work();
    times.push((performance.now() - from) / 1000);
    return result;
  };
  await timed(() => preview(actor, file));
  const { id } = await start(actor, file);
  await timed(async () => {
    while (!(await details(actor, id)).isDone) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await member.renew();
    }
  });
  return { times, mebibytes: file.length / MEBIBYTE, grown: peak() / MEBIBYTE };
}

/** A closet of many listings leaves, and one of many photos comes in: time, and growth of the server's memory. */
export async function bench(): Promise<BenchTable[]> {
  const dir = makeTempDir();
  const product = createProduct({
    ...{ entry: 'server/build/app/main.js', dataDir: dir.path, port: await freePort() },
    env: { AUTH_AUTOCONFIRM: 'true' },
  });
  try {
    await buildServer();
    await product.start();
    const member = await signUp(product.url, 'marlow');
    const first = await member.list(await phonePhoto(SIZE), 'Ring coat');
    await product.stop();
    await fill(dir.path, member.id, first);
    await product.start();
    const out = await download(product, member);
    const { times, mebibytes, grown } = await bringIn(product, await signUp(product.url, 'odile'));
    const [read = 0, posted = 0] = times;
    const name = `${LISTINGS.toLocaleString('en-US')} listings and ${(LISTINGS * PHOTOS_EACH).toLocaleString('en-US')} photos out`;
    const rows = (seconds: number, size: number, growth: number) => [
      seconds.toFixed(1),
      size.toFixed(0),
      growth.toFixed(0),
    ];
    return [
      {
        title: 'A closet, out and in',
        columns: ['', 's', 'MB', 'memory grown by, MB'],
        rows: [
          [name, ...rows(out.seconds, out.mebibytes, out.grown)],
          [`preview of ${ROWS} rows and ${ROWS * PHOTOS_EACH} photos`, ...rows(read, mebibytes, grown)],
          ['from the start of their import to its end', ...rows(posted, mebibytes, grown)],
        ],
      },
    ];
  } finally {
    await product.stop();
    dir.remove();
  }
}
