import { type Column, eq, getTableColumns } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { messageColumns } from '../../../../server/src/conversations/queries.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import type { Database } from '../../../../server/src/platform/db/database.ts';
import { addListing, addWanted } from '../../../support/people/market.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

/** Valid values of columns that do not accept any text; the test writes one that is not stored yet. */
const CHOICES: Record<string, unknown[]> = {
  category: ['Outerwear', 'Tops'],
  condition: ['Used', 'Very worn'],
};
const NEW_PHOTO = { key: 'new/1-a-front-1800.webp', width: 90, height: 120, placeholder: 'BBBB' };

/** Another valid value for a column, by its type. */
function changed(name: string, column: Column, stored: unknown): unknown {
  const choices = CHOICES[name];
  if (choices) return choices.find((choice) => choice !== stored);
  if (name === 'clientId' || name === 'holdConversationId') return '0197a000-0000-7000-8000-000000000001';
  if (name === 'photos') return [NEW_PHOTO];
  if (name === 'proofPhoto') return { ...NEW_PHOTO, code: 'BCDFHJ', takenAt: '2026-11-23T10:00:00.000Z' };
  const { dataType } = column;
  // On PostgreSQL, strings with a collation are custom columns.
  if (dataType === 'string' || dataType === 'custom') return `${String(stored ?? '')}x`;
  if (dataType === 'number') return Number(stored ?? 0) + 1;
  if (dataType === 'boolean') return !stored;
  if (dataType === 'date') return new Date((stored instanceof Date ? stored.getTime() : 1_000) + 3_600_000);
  throw new Error(
    `There is no other value for the column ${name} of type ${dataType}: add one to this test.`,
  );
}

describeOnBothEngines('a change to any column of the market', ({ engine }) => {
  let db: Database;
  let shop: World;
  let seller: Actor;
  beforeEach(async () => {
    shop = await openWorld({ engine });
    ({ db } = shop);
    seller = await shop.join('Marlow');
  });

  /** Ids are never changed. */
  const FIXED = ['id', 'sellerId', 'buyerId'];

  test.each(['users', 'listings', 'wanted'] as const)(
    'in table %s reaches every cached public response immediately',
    async (table) => {
      const listing = await addListing(db, seller.id);
      const wanted = await addWanted(db, seller.id);
      const paths = [
        ...['/api/listings', '/api/wtb-listings'],
        ...[`/api/listings/${listing}`, `/api/wtb-listings/${wanted}`],
      ];
      /** @param unread a query that nobody has requested yet: then no response comes from the cache */
      const read = async (unread = '') =>
        Promise.all(
          paths.map(async (path) => {
            const response = await shop.call('GET', path + unread);
            return [path, response.status, response.headers.get('etag'), await response.text()];
          }),
        );
      const id = { users: seller.id, listings: listing, wanted }[table];
      const columns = Object.entries(getTableColumns(await db.read(async ({ t }) => t[table])));
      let unread = '?';
      for (const [name, column] of columns.filter(([name]) => !FIXED.includes(name))) {
        await read();
        const set = (value: unknown) =>
          db.transact(({ q, t }) =>
            q
              .update(t[table])
              .set({ [name]: value })
              .where(eq(t[table].id, id))
              .returning({ id: t[table].id }),
          );
        const [row] = await db.read(({ q, t }) => q.select().from(t[table]).where(eq(t[table].id, id)));
        const stored = (row as Record<string, unknown>)[name];
        await set(changed(name, column, stored));
        unread += '&';
        const fresh = await read(unread);
        expect(await read(), `a cached response does not show a change of ${table}.${name}`).toEqual(fresh);
        await set(stored);
      }
    },
  );
});

describeOnBothEngines('the version of a thread', ({ openDb }) => {
  test('covers each column of a message', async () => {
    const db = await openDb();
    const shown = Object.keys(await db.read(async ({ t }) => messageColumns(t)));
    // These never change once the message is stored; a new message raises the conversation's `lastSeq`.
    const fixed = ['id', 'seq', 'conversationId', 'clientId', 'messageType', 'hold', 'record', 'createdAt'];
    // Every change of these raises the conversation's `changeSeq`.
    const raising = ['content', 'image', 'removedAt', 'unsentAt', 'editedAt', 'changedSeq'];
    expect(shown.sort()).toEqual([...fixed, ...raising].sort());
  });
});
