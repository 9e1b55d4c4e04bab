import { LOWEST_ID, type Place, TOP } from '../core/paging.ts';
import { jsonListFile, type PersonalPart } from '../core/personal-part.ts';
import type { Database } from '../db/database.ts';
import { listVouches } from './list-vouches.ts';
import { presentOwnVouch, presentVouch } from './present.ts';
import { deleteBetweenDeleted, eraseAnswersOf, writtenAbove } from './queries.ts';

const PAGE = 100;

async function* writtenBy(db: Database, writerId: string) {
  let above = LOWEST_ID;
  let hasMore = true;
  while (hasMore) {
    const page = { writerId, above, limit: PAGE };
    const rows = await db.read(async (conn) => writtenAbove(conn, page));
    yield rows.map(presentOwnVouch);
    above = rows.at(-1)?.id ?? above;
    hasMore = rows.length === PAGE;
  }
}

async function* receivedBy(db: Database, subjectId: string) {
  let from: Place = TOP;
  let hasMore = true;
  while (hasMore) {
    const page = { ...from, limit: PAGE };
    const rows = await db.read((conn) => listVouches(conn, subjectId, page));
    yield rows.map(presentVouch);
    const last = rows.at(-1)?.vouch;
    if (last) from = { at: last.releasesAt, id: last.id };
    hasMore = rows.length === PAGE;
  }
}

/**
 * The vouches that a member wrote, and the public ones about them. After the account is deleted, the written ones stay
 * without a name; nobody sees the others or the answers to them any more.
 */
export const vouchesPart = ({ db }: { db: Database }): PersonalPart => ({
  async *files(personId) {
    yield jsonListFile('vouches-written.json', writtenBy(db, personId));
    yield jsonListFile('vouches-received.json', receivedBy(db, personId));
  },
  async erase(tx, personId) {
    await eraseAnswersOf(tx, personId);
    await deleteBetweenDeleted(tx, personId);
  },
});
