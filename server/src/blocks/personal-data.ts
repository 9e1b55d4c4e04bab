import { type Place, TOP } from '../core/paging.ts';
import { jsonListFile, type PersonalPart } from '../core/personal-part.ts';
import type { Database } from '../db/database.ts';
import { presentPerson } from '../members/present.ts';
import { blockedBelow, deleteBlocksOf } from './queries.ts';

const PAGE = 100;

async function* blocked(db: Database, blockerId: string) {
  let from: Place = TOP;
  let isMore = true;
  while (isMore) {
    const values = { ...from, blockerId, limit: PAGE };
    const rows = await db.read((conn) => blockedBelow(conn, values));
    yield rows.map(({ createdAt, person }) => ({ ...presentPerson(person), blockedAt: createdAt }));
    const last = rows.at(-1);
    if (last) from = { at: last.createdAt, id: last.id };
    isMore = rows.length === PAGE;
  }
}

/**
 * Whom somebody has blocked. Deleting their account also deletes blocks against them, which protect from nobody then.
 */
export const blocksPart = ({ db }: { db: Database }): PersonalPart => ({
  async *files(personId) {
    yield jsonListFile('blocked.json', blocked(db, personId));
  },
  async erase(tx, personId) {
    await deleteBlocksOf(tx, personId);
  },
});
