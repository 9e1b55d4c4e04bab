import { createBoundedCache } from '../platform/cache/bounded-cache.ts';
import type { RowChanges, WatchedTable } from '../platform/db/row-changes.ts';
import type { ConversationRow } from './queries.ts';

/** The tables that `conversationsWithDetails` reads, with what finds the conversations that show a row. */
export const SOURCES: WatchedTable[] = [
  { table: 'conversations', keys: ['id'] },
  { table: 'messages', keys: ['conversation_id'] },
  { table: 'users', keys: ['id'] },
  { table: 'listings', keys: ['id'] },
  { table: 'wanted', keys: ['id'] },
  // The others are found by references, so they exist before any row that shows them.
  { table: 'blocks', keys: ['blocker_id', 'blocked_id'], inserts: true },
];

/** A row takes about 3 KB. */
const ROWS_MAX = 2_000;
/** When more members and items than this have changed, the memory is cleared. */
const CHANGES_MAX = 10_000;

/** Conversations in memory, each as the current transaction would read it. Use it only inside transactions. */
export interface RowMemory {
  get(id: string): ConversationRow | undefined;
  /** Remembers a row that the current transaction has just read or updated. */
  remember(row: ConversationRow): void;
}

interface Remembered {
  row: ConversationRow;
  changesBefore: number;
}

/**
 * Reading a conversation takes longer than storing a message. Changes of members and items are noted, and
 * compared when a row is used: a job may change thousands, and searching all rows for each took milliseconds.
 */
export function createRowMemory(changes: RowChanges): RowMemory {
  const rows = createBoundedCache<Remembered>({ entriesMax: ROWS_MAX });
  let count = 0;
  /** The number of the last change of each member or item. */
  const lastChanges = new Map<string, number>();
  const isChanged = (id: string | undefined, { changesBefore }: Remembered): boolean =>
    id !== undefined && (lastChanges.get(id) ?? 0) > changesBefore;
  function reset(): void {
    rows.clear();
    lastChanges.clear();
  }
  changes.watch(SOURCES, {
    changed(table, keys) {
      if (table === 'conversations' || table === 'messages') {
        for (const id of keys) rows.delete(id);
        return;
      }
      count += 1;
      for (const id of keys) lastChanges.set(id, count);
      if (lastChanges.size > CHANGES_MAX) reset();
    },
    reset,
  });
  return {
    get(id) {
      const known = rows.get(id);
      if (!known) return undefined;
      const { buyer, seller, listing, wanted } = known.row;
      const isStale = [buyer.id, seller.id, listing?.id, wanted?.id].some((one) => isChanged(one, known));
      return isStale ? undefined : known.row;
    },
    remember: (row) => void rows.set(row.conversation.id, { row, changesBefore: count }),
  };
}
