import { createHash } from 'node:crypto';
import { open, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path/posix';
import type { ClosetTable } from '@selvedge/shared/items/closet';
import { type ArchiveFile, withArchive } from './open-archive.ts';
import { CSV_MAX_BYTES, parseTable } from './parse-table.ts';
import { refuse } from './refuse.ts';

export interface ClosetFile {
  table: ClosetTable;
  /** Identifies the table. */
  hash: Buffer;
  /** @throws invalid_input if it is damaged */
  photo(path: string): Promise<Buffer>;
}

const IS_TABLE = /\.(?:csv|tsv|txt)$/i;
const IS_PHOTO = /\.(?:jpe?g|png|webp|gif|avif|hei[cf])$/i;
/** Files of spreadsheet programs are ZIPs too: Excel's, LibreOffice's and Numbers'. */
const IS_WORKBOOK = /^(?:\[Content_Types\]\.xml|content\.xml|Index\/Document\.iwa)$/;
/** The second one is that of an empty archive. */
const ZIP_STARTS = ['504b0304', '504b0506'];

async function startOf(path: string): Promise<string> {
  const handle = await open(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('hex');
  } finally {
    await handle.close();
  }
}

/** Finds the table of listings: our own export has a second one, of WTBs. */
function tableOf(files: ArchiveFile[]): ArchiveFile {
  const tables = files.filter(({ path }) => IS_TABLE.test(path));
  const [table] = tables;
  if (!table && files.some(({ path }) => IS_WORKBOOK.test(path)))
    throw refuse('This is a file of a spreadsheet program. Save it as CSV, and choose that file.');
  if (!table) throw refuse('The ZIP has no CSV in it. Put the table beside the photos.');
  if (tables.length === 1) return table;
  const own = tables.find(({ path }) => basename(path) === 'listings.csv');
  if (!own) throw refuse(`The ZIP has ${tables.length} CSVs in it. Leave one, or call it listings.csv.`);
  return own;
}

async function fileOf(
  bytes: Buffer,
  photos: string[],
  photo: (path: string) => Promise<Buffer>,
): Promise<ClosetFile> {
  const hash = createHash('sha256').update(bytes).digest();
  return { table: { ...(await parseTable(bytes)), photos }, hash, photo };
}

/** Reads a CSV, or a ZIP of a CSV and photos. @throws invalid_input for anything else */
export async function withClosetFile<T>(path: string, use: (file: ClosetFile) => Promise<T>): Promise<T> {
  if (!ZIP_STARTS.includes(await startOf(path))) {
    if ((await stat(path)).size > CSV_MAX_BYTES)
      throw refuse('This is no ZIP, and too large for a CSV (max 10MB).');
    const noPhoto = () => Promise.reject(new Error('a CSV has no photos'));
    return use(await fileOf(await readFile(path), [], noPhoto));
  }
  return withArchive(path, async (files) => {
    const photos = new Map(files.flatMap((file) => (IS_PHOTO.test(file.path) ? [[file.path, file]] : [])));
    const read = async (name: string) => {
      const file = photos.get(name);
      if (!file) throw new Error('no such photo in the archive');
      return file.read();
    };
    return use(await fileOf(await tableOf(files).read(), [...photos.keys()], read));
  });
}
