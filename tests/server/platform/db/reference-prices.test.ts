import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addListing, addPerson } from '../../../support/people/market.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { migrationsOf } from '../../../support/servers/release.ts';

const DAY_MS = 86_400_000;

describeOnBothEngines('discounts older than the reference prices', ({ openDb }) => {
  test('are compared with the lowest price of 30 days', async () => {
    const db = await openDb();
    const seller = await addPerson(db, 'marlow');
    /** Adds a listing with these price changes, the last of which is a discount. */
    const listing = async (changes: [from: number, to: number, daysAgo: number][], original: number) => {
      const id = await addListing(db, seller.id);
      await db.transact(async ({ q, t }) => {
        for (const [fromCents, toCents, daysAgo] of changes) {
          const at = new Date(Date.now() - daysAgo * DAY_MS);
          const event = { id: crypto.randomUUID(), listingId: id, kind: 'price' as const };
          await q
            .insert(t.itemEvents)
            .values({ ...event, fromCents, toCents, at })
            .returning();
        }
        const [, priceCents = 0] = changes.at(-1) ?? [];
        const prices = { priceCents, originalPriceCents: original };
        await q.update(t.listings).set(prices).where(sql`${t.listings.id} = ${id}`).returning();
      });
      return id;
    };
    const fake = await listing(
      [
        [100, 200, 12],
        [200, 100, 10],
      ],
      200,
    );
    const inflated = await listing(
      [
        [100, 200, 12],
        [200, 90, 10],
      ],
      200,
    );
    const honest = await listing(
      [
        [100, 200, 90],
        [200, 150, 10],
        [150, 120, 5],
      ],
      200,
    );
    const unknown = await listing([], 200);

    const script = readFileSync(join(migrationsOf(db.dialect), '0005_reference_prices.sql'), 'utf8');
    await db.transact(async ({ q }) => {
      const runs = q as unknown as Record<'run' | 'execute', (query: SQL) => Promise<unknown>>;
      for (const statement of script.split('--> statement-breakpoint')) {
        await (db.dialect === 'sqlite' ? runs.run(sql.raw(statement)) : runs.execute(sql.raw(statement)));
      }
    });
    const rows = await db.read(async ({ q, t }) => q.select().from(t.listings));
    const originals = new Map(rows.map(({ id, originalPriceCents }) => [id, originalPriceCents]));
    expect([fake, inflated, honest, unknown].map((id) => originals.get(id))).toEqual([null, 100, 200, 200]);
  });
});
