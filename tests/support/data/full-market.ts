import { brandKeyOf } from '@selvedge/shared/items/matching';
import { foldText } from '@selvedge/shared/platform/fold';
import { CATEGORIES, CONDITIONS } from '@selvedge/shared/platform/limits';
import { v7 as uuidv7 } from 'uuid';
import { foldedColumns } from '../../../server/src/items/listings/folded-columns.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { addMember } from '../people/market.ts';

/** A market of any size has `count` listings like this one. */
export const RARE = {
  brand: 'Quartermaine',
  size: 'XXXS',
  category: 'Accessories',
  condition: 'Very worn',
  count: 80,
} as const;
const COMMON = ['Kapital', 'Visvim', 'Comme des Garçons', 'Our Legacy', 'Margaret Howell', 'A.P.C.', '45R'];
const SIZES = ['XS', 'S', 'M', 'L', 'XL', '28', '30', '32', '41', '42', '43'];
const START = Date.UTC(2025, 0, 1);
const ROWS_AT_ONCE = 1_000;

const pick = <T>(of: readonly [T, ...T[]] | readonly T[], n: number): T => of[n % of.length] as T;
/** Spreads numbers pseudo-randomly, the same in every run. */
const scatter = (n: number): number => (n * 2_654_435_761) % 4_294_967_296;

function listing(n: number, count: number, sellerId: string) {
  const isRare = n % Math.floor(count / RARE.count) === 0;
  const brand = isRare ? RARE.brand : `${pick(COMMON, scatter(n))} ${scatter(n) % 400}`;
  const size = isRare ? RARE.size : pick(SIZES, scatter(n) >>> 5);
  const at = new Date(START + n * 1_000);
  const title = `Item ${n}`;
  const description = 'Worn twice, washed cold, no flaws. '.repeat(4);
  return {
    id: uuidv7(),
    sellerId,
    title,
    description,
    brand,
    ...foldedColumns({ brand, size, title, description }),
    category: isRare ? RARE.category : pick(CATEGORIES, scatter(n) >>> 3),
    size,
    condition: isRare ? RARE.condition : pick(CONDITIONS, scatter(n) >>> 7),
    priceCents: isRare ? 900_000_000 + n : 1_000 + (scatter(n) % 200_000),
    isSold: !isRare && scatter(n) % 5 === 0,
    photos: [{ key: `${sellerId}/1-a-front-1800.webp`, width: 900, height: 1200, placeholder: 'AAAA' }],
    createdAt: at,
    bumpedAt: new Date(at.getTime() + (scatter(n) % 86_400_000)),
  };
}

function request(n: number, count: number, buyerId: string) {
  const title = n % Math.floor(count / RARE.count) === 0 ? `${RARE.brand} coat` : `Coat ${scatter(n) % 400}`;
  const brand = pick(COMMON, scatter(n));
  const at = new Date(START + n * 1_000);
  return {
    id: uuidv7(),
    buyerId,
    title,
    brand,
    searchFolded: foldText(title, brand),
    brandKey: brandKeyOf(brand),
    size: pick(SIZES, n),
    maxPriceCents: 90_000,
    createdAt: at,
    bumpedAt: at,
  };
}

/** Fills a database with listings, and a tenth as many WTBs, of the given member or of a new one. */
export async function fillMarket(db: Database, count: number, ownerId?: string): Promise<void> {
  const id = ownerId ?? (await addMember(db, 'marlow')).id;
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, count - from) }, (_, i) =>
      listing(from + i, count, id),
    );
    await db.transact((tx) => tx.q.insert(tx.t.listings).values(rows));
  }
  const requests = Math.max(count / 10, RARE.count);
  for (let from = 0; from < requests; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, requests - from) }, (_, i) =>
      request(from + i, requests, id),
    );
    await db.transact((tx) => tx.q.insert(tx.t.wanted).values(rows));
  }
}
