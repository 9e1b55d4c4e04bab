import type { ClosetRow, ClosetRowState } from '@selvedge/shared/items/closet';
import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

type ClosetFields = Omit<ClosetRow, 'number' | 'photos' | 'problems' | 'notes'>;
/** A photo that waits for its listing: the name of its file, and its number among the originals of the import. */
export interface WaitingPhoto {
  name: string;
  original: number;
}

/** Imports of listings from a file, and the rows that they post. */
export function closetTables(
  { table, index, uniqueIndex, id, str, int, instant, json }: Kit,
  { users }: Referenced<'users'>,
) {
  const closetImports = table(
    'closet_imports',
    {
      id: id('id').primaryKey(),
      memberId: id('person_id')
        .notNull()
        .references(() => users.id),
      fileName: str('file_name').notNull(),
      /** `receiving` is stored before the file arrives, so that a job can clean up after a broken import. */
      state: str('state').$type<'receiving' | 'posting' | 'done'>().notNull(),
      /** How many originals may be stored under its id. */
      originals: int('originals').notNull(),
      createdAt: instant('created_at').notNull(),
      /** When the next row is due: now, or after the end of a limit. */
      dueAt: instant('due_at').notNull(),
      /** Until when one process posts its rows; another goes on after that. */
      takenUntil: instant('taken_until').notNull(),
    },
    (t) => [
      index('closet_imports_member').on(t.memberId, t.createdAt),
      index('closet_imports_due').on(t.state, t.dueAt),
    ],
  );

  const closetRows = table(
    'closet_rows',
    {
      id: id('id').primaryKey(),
      importId: id('import_id')
        .notNull()
        .references(() => closetImports.id, { onDelete: 'cascade' }),
      number: int('number').notNull(),
      fields: json<ClosetFields>('fields').notNull(),
      photos: json<WaitingPhoto[]>('photos').notNull(),
      /** By file and row, so that a file that is imported again posts nothing twice. */
      clientId: id('client_id').notNull(),
      state: str('state').$type<ClosetRowState>().notNull(),
      /** Without a reference, since the row outlives it. */
      listingId: id('listing_id'),
      problem: str('problem'),
    },
    (t) => [uniqueIndex('closet_rows_once').on(t.importId, t.number)],
  );

  return { closetImports, closetRows };
}
