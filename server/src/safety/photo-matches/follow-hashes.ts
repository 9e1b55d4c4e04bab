import { LOWEST_ID } from '../../platform/core/paging.ts';
import type { Database } from '../../platform/db/database.ts';
import { createPhotoIndex } from './photo-index.ts';
import { hashesAbove } from './queries.ts';

const PAGE = 1_000;
/** Milliseconds read again before the latest row: transactions take time and clocks differ. */
const OVERLAP_MS = 5 * 60_000;

/** The lowest id of an instant: a UUIDv7 begins with 48 bits of milliseconds. */
function lowestIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/**
 * The hashes of all listing photos in memory. The database is authoritative: each look-up first reads what was added
 * since the last one, by whichever node. Deleted rows stay in memory, so the caller looks up what it finds.
 */
export function followHashes(db: Pick<Database, 'read'>) {
  const index = createPhotoIndex();
  let latest = 0;
  /** The ids that may be read again. */
  const recent = new Set<string>();

  async function readNew(): Promise<void> {
    let above = latest === 0 ? LOWEST_ID : lowestIdAt(latest - OVERLAP_MS);
    for (;;) {
      const from = above;
      const rows = await db.read(async (conn) => hashesAbove(conn, from, PAGE));
      for (const { id, ...photo } of rows) {
        if (recent.has(id)) continue;
        index.add(id, photo);
        recent.add(id);
      }
      const last = rows.at(-1);
      if (!last) return;
      above = last.id;
      latest = Math.max(latest, Math.min(timeOf(above), Date.now()));
      const readAgainAbove = lowestIdAt(latest - OVERLAP_MS);
      for (const id of recent) if (id <= readAgainAbove) recent.delete(id);
      if (rows.length < PAGE) return;
    }
  }

  return {
    async find(photo: { views: string; placeholder: string }): Promise<string[]> {
      await readNew();
      return index.find(photo);
    },
  };
}
export type Hashes = ReturnType<typeof followHashes>;
