import * as z from 'zod';
import { Id } from '../platform/id.ts';

/** The limits of an import. */
export const CLOSET_ROWS_MAX = 500;
export const CLOSET_MAX_BYTES = 200 * 1024 * 1024;
/** Per member. A new import removes the earliest. */
export const CLOSET_IMPORTS_MAX = 10;
export const CLOSET_COLUMNS_MAX = 200;
/** Files in an archive, including those that operating systems add. */
export const CLOSET_ENTRIES_MAX = 5_000;

/** The fields that can have one value for all rows. */
export const CLOSET_ALL_FIELDS = ['brand', 'category', 'size', 'condition', 'price'] as const;
export type ClosetAllField = (typeof CLOSET_ALL_FIELDS)[number];

const Column = z.int().min(0).max(CLOSET_COLUMNS_MAX);
const column = Column.optional();
const all = z.string().max(100).optional();
export const ClosetColumns = z.strictObject({
  title: column,
  brand: column,
  category: column,
  size: column,
  condition: column,
  price: column,
  description: column,
  photos: z.array(Column).max(CLOSET_COLUMNS_MAX).optional(),
  currency: column,
  status: column,
  handle: column,
});
export type ClosetColumns = z.output<typeof ClosetColumns>;
export type ClosetField = keyof ClosetColumns;
export const ClosetMatch = z.strictObject({
  columns: ClosetColumns.meta({ description: 'The number of the column of each field, from 0' }),
  all: z
    .strictObject({ brand: all, category: all, size: all, condition: all, price: all })
    .meta({ description: 'What all rows have, whatever their columns say' }),
});
export type ClosetMatch = z.output<typeof ClosetMatch>;

const NO_MATCH = 'match must be JSON that tells the columns';
/** In a query, as JSON. */
export const ClosetMatchParam = z
  .string()
  .max(8_000, NO_MATCH)
  .transform((text, ctx): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      ctx.addIssue({ code: 'custom', message: NO_MATCH });
      return z.NEVER;
    }
  })
  .pipe(ClosetMatch);

const Problem = z.object({ field: z.string(), message: z.string() });

/** A row as parsed. */
export const ClosetRow = z.object({
  number: z.int().meta({ description: 'As spreadsheets count: the names of the columns are row 1' }),
  title: z.string(),
  brand: z.string(),
  category: z.string(),
  size: z.string(),
  condition: z.string(),
  price: z
    .string()
    .meta({ description: 'In the currency of the instance, "120.00"; empty if there is none' }),
  description: z.string(),
  photos: z.array(z.string()).meta({ description: 'Paths in the archive' }),
  problems: z.array(Problem).meta({ description: 'Why it cannot be posted; empty if it can' }),
  notes: z.array(z.string()).meta({ description: 'What is left out of it' }),
});
export type ClosetRow = z.infer<typeof ClosetRow>;

/** A file as read, before its columns are matched. */
export const ClosetTable = z.object({
  columns: z.array(z.string()),
  records: z.array(z.array(z.string())).meta({ description: 'A blank line has no cells' }),
  photos: z.array(z.string()).meta({ description: 'The paths of the photos in the archive' }),
});
export type ClosetTable = z.infer<typeof ClosetTable>;

export const ClosetPreview = ClosetTable.extend({
  match: ClosetMatch,
  rows: z.array(ClosetRow),
});
export type ClosetPreview = z.infer<typeof ClosetPreview>;

/** A `repeated` row was posted by an earlier import of the same table. */
const CLOSET_ROW_STATES = ['waiting', 'posted', 'repeated', 'failed'] as const;
export type ClosetRowState = (typeof CLOSET_ROW_STATES)[number];

const count = z.int();
export const ClosetImport = z.object({
  id: Id,
  fileName: z.string(),
  createdAt: z.iso.datetime(),
  total: count.meta({ description: 'Rows to post' }),
  posted: count,
  repeated: count.meta({ description: 'Rows of a table that an earlier import has posted' }),
  failed: count,
  isDone: z.boolean(),
  waitsUntil: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When it goes on, if a limit of the instance makes it wait' }),
});
export type ClosetImport = z.infer<typeof ClosetImport>;

export const ClosetImportDetails = ClosetImport.extend({
  rows: z.array(
    z.object({
      number: z.int(),
      title: z.string(),
      state: z.enum(CLOSET_ROW_STATES),
      listingId: Id.nullable(),
      problem: z.string().nullable(),
    }),
  ),
});
export type ClosetImportDetails = z.infer<typeof ClosetImportDetails>;
