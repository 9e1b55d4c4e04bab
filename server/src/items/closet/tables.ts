import type { ClosetRow, ClosetRowState } from '@selvedge/shared/items/closet';
import type { Kit } from '../../platform/db/kit.ts';
import type { Referenced } from '../../platform/db/referenced.ts';

type ClosetFields = Omit<ClosetRow, 'number' | 'photos' | 'problems' | 'notes'>;
/** A photo that is not uploaded yet: its file name, and its number among the import's originals. */
export interface WaitingPhoto {
  name: string;
  original: number;
}

/** Imports of listings from files, and their rows. */
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
      /** `receiving` is stored before the originals, so that a job can clean up after a failure. */
      state: str('state').$type<'receiving' | 'posting' | 'done'>().notNull(),
      /** The highest number of originals stored under its id. */
      originals: int('originals').notNull(),
      createdAt: instant('created_at').notNull(),
      /** When the next row may be posted. */
      dueAt: instant('due_at').notNull(),
      /** The end of the lease of the process that posts its rows. */
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
      /** Derived from the table and the row number, so that no row is posted twice. */
      clientId: id('client_id').notNull(),
      state: str('state').$type<ClosetRowState>().notNull(),
      /** No foreign key: the row outlives the listing. */
      listingId: id('listing_id'),
      problem: str('problem'),
    },
    (t) => [uniqueIndex('closet_rows_once').on(t.importId, t.number)],
  );

  return { closetImports, closetRows };
}
