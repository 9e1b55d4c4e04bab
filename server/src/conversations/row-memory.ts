import { createBoundedCache } from '../cache/bounded-cache.ts';
import type { RowChanges, WatchedTable } from '../db/row-changes.ts';
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

/** A row takes about 3 KB, and a change of a member or item searches all of them. */
const ROWS_MAX = 2_000;

const involves = ({ buyer, seller, listing, wanted }: ConversationRow, id: string): boolean =>
  [buyer.id, seller.id, listing?.id, wanted?.id].includes(id);

/** Conversations in memory, each as the current transaction would read it. Use it only inside transactions. */
export interface RowMemory {
  get(id: string): ConversationRow | undefined;
  /** Remembers a row that the current transaction has just read or updated. */
  remember(row: ConversationRow): void;
}

/** Remembers conversations while nothing else writes what they show, since reading one takes longer than storing a message. */
export function createRowMemory(changes: RowChanges): RowMemory {
  const rows = createBoundedCache<ConversationRow>({ entriesMax: ROWS_MAX });
  changes.watch(SOURCES, {
    changed(table, keys) {
      if (table === 'conversations' || table === 'messages') {
        for (const id of keys) rows.delete(id);
        return;
      }
      for (const [id, row] of rows.entries()) {
        if (keys.some((key) => involves(row, key))) rows.delete(id);
      }
    },
    reset: () => rows.clear(),
  });
  return {
    get: (id) => rows.get(id),
    remember: (row) => void rows.set(row.conversation.id, row),
  };
}
