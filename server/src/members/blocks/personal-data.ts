import { inPages, type Place, TOP } from '../../platform/core/paging.ts';
import { jsonListFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import type { Database } from '../../platform/db/database.ts';
import { presentMember } from '../present.ts';
import { blockedBelow, deleteBlocksOf } from './queries.ts';

const PAGE = 100;

async function* blocked(db: Database, blockerId: string) {
  const read = (from: Place, limit: number) =>
    db.read((conn) => blockedBelow(conn, { ...from, blockerId, limit }));
  const pages = inPages(TOP, PAGE, read, ({ createdAt, id }) => ({ at: createdAt, id }));
  for await (const rows of pages) {
    yield rows.map(({ createdAt, person }) => ({ ...presentMember(person), blockedAt: createdAt }));
  }
}

/**
 * The members that a member has blocked. Deleting the account also deletes the blocks against it, since they
 * no longer have an effect.
 */
export function blocksPart({ db }: { db: Database }): PersonalPart {
  return {
    async *files(memberId) {
      yield jsonListFile('blocked.json', blocked(db, memberId));
    },
    async erase(tx, memberId) {
      await deleteBlocksOf(tx, memberId);
    },
  };
}
