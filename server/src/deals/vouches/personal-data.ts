import { inPages, LOWEST_ID, type Place, TOP } from '../../platform/core/paging.ts';
import { jsonListFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import type { Database } from '../../platform/db/database.ts';
import { listVouches } from './list-vouches.ts';
import { presentOwnVouch, presentVouch } from './present.ts';
import { deleteBetweenDeleted, eraseAnswersOf, writtenAbove } from './queries.ts';

const PAGE = 100;

async function* writtenBy(db: Database, writerId: string) {
  const read = (above: string, limit: number) =>
    db.read(async (conn) => writtenAbove(conn, { writerId, above, limit }));
  for await (const rows of inPages(LOWEST_ID, PAGE, read, ({ id }) => id)) yield rows.map(presentOwnVouch);
}

async function* receivedBy(db: Database, subjectId: string) {
  const read = (from: Place, limit: number) =>
    db.read((conn) => listVouches(conn, subjectId, { ...from, limit }));
  const pages = inPages(TOP, PAGE, read, ({ vouch }) => ({ at: vouch.releasesAt, id: vouch.id }));
  for await (const rows of pages) yield rows.map(presentVouch);
}

/**
 * The vouches that a member wrote, and the public ones about them. After the account is deleted, the written ones stay
 * without a name; nobody sees the others or the answers to them any more.
 */
export function vouchesPart({ db }: { db: Database }): PersonalPart {
  return {
    async *files(memberId) {
      yield jsonListFile('vouches-written.json', writtenBy(db, memberId));
      yield jsonListFile('vouches-received.json', receivedBy(db, memberId));
    },
    async erase(tx, memberId) {
      await eraseAnswersOf(tx, memberId);
      await deleteBetweenDeleted(tx, memberId);
    },
  };
}
