import { type Place, TOP } from '../core/paging.ts';
import { jsonListFile, type PersonalPart } from '../core/personal-part.ts';
import type { Database } from '../db/database.ts';
import { presentPerson } from '../members/present.ts';
import { blockedBelow, deleteBlocksOf } from './queries.ts';

const PAGE = 100;

async function* blocked(db: Database, blockerId: string) {
  let from: Place = TOP;
  let hasMore = true;
  while (hasMore) {
    const values = { ...from, blockerId, limit: PAGE };
    const rows = await db.read((conn) => blockedBelow(conn, values));
    yield rows.map(({ createdAt, person }) => ({ ...presentPerson(person), blockedAt: createdAt }));
    const last = rows.at(-1);
    if (last) from = { at: last.createdAt, id: last.id };
    hasMore = rows.length === PAGE;
  }
}

/**
 * The members that a member has blocked. Deleting the account also deletes the blocks against it, since they
 * no longer have an effect.
 */
export const blocksPart = ({ db }: { db: Database }): PersonalPart => ({
  async *files(personId) {
    yield jsonListFile('blocked.json', blocked(db, personId));
  },
  async erase(tx, personId) {
    await deleteBlocksOf(tx, personId);
  },
});
