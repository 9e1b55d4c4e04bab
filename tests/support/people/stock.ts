import type { Listing } from '@selvedge/shared/items/listings';
import { v7 as uuidv7 } from 'uuid';
import { foldedColumns } from '../../../server/src/items/listings/folded-columns.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';

const START = Date.UTC(2026, 0, 1);

export interface StockedListing {
  brand?: string;
  title?: string;
  description?: string;
  category?: Listing['category'];
  size?: string;
  /** US dollars. */
  price?: number;
}

/** Stores listings, the first one bumped last. @returns their ids */
export async function stockListings(
  db: Database,
  sellerId: string,
  items: StockedListing[],
): Promise<string[]> {
  const rows = items.map(({ brand = 'Nameless', title = 'Thing', size = 'M', price = 10, ...more }, n) => ({
    ...{ id: uuidv7(), sellerId, brand, title, size },
    ...foldedColumns({ brand, title, size, description: more.description }),
    ...{ category: 'Tops' as const, condition: 'Used' as const, priceCents: price * 100, photos: [] },
    ...more,
    createdAt: new Date(START + n * 1_000),
    bumpedAt: new Date(START + (items.length - n) * 1_000),
  }));
  await db.transact((tx) => tx.q.insert(tx.t.listings).values(rows).returning());
  return rows.map(({ id }) => id);
}
