import type { Readable } from 'node:stream';
import { CLOSET_ENTRIES_MAX, CLOSET_MAX_BYTES } from '@selvedge/shared/items/closet';
import { LISTING_PHOTO_MAX_BYTES } from '@selvedge/shared/platform/limits';
import type { Entry, ZipFile } from 'yauzl';
import { refuse } from './refuse.ts';

/** Photos hardly compress, and a table shrinks to a tenth: anything above is a bomb. */
const UNPACKED_MAX_BYTES = 2 * CLOSET_MAX_BYTES;
/** Of all names, with what is stored beside them: they are in memory, and a preview answers with those of photos. */
const NAMES_MAX_BYTES = 4 * 1024 * 1024;
const RATIO_MAX = 200;
/** The ratio of smaller files is not checked. */
const RATIO_FROM_BYTES = 1024 * 1024;
const LOCAL_HEADER_BYTES = 30;
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;

/** Files that operating systems add: resource forks (macOS), folder settings and thumbnails. */
const IS_CLUTTER = /(?:^|\/)(?:__MACOSX\/|\.|thumbs\.db$|desktop\.ini$)/i;

export interface ArchiveFile {
  path: string;
  /** @throws invalid_input if it is damaged, or larger than the archive declares */
  read(): Promise<Buffer>;
}

const shown = (name: string): string => `“${name.slice(-60)}”`;

function checkEntry(entry: Entry): void {
  const { fileName, compressedSize, uncompressedSize, externalFileAttributes, versionMadeBy } = entry;
  const type = (externalFileAttributes >>> 16) & FILE_TYPE;
  const isUnix = versionMadeBy >>> 8 === 3 || versionMadeBy >>> 8 === 19;
  if (isUnix && type !== 0 && type !== REGULAR)
    throw refuse(`The ZIP has a link or a device in it: ${shown(fileName)}. Leave it out.`);
  if (entry.isEncrypted()) throw refuse('The ZIP is encrypted. Make one without a password.');
  if (!entry.canDecodeFileData())
    throw refuse(`${shown(fileName)} is compressed in a way that cannot be read. Make an ordinary ZIP.`);
  if (uncompressedSize > LISTING_PHOTO_MAX_BYTES)
    throw refuse(`${shown(fileName)} is too large (max ${LISTING_PHOTO_MAX_BYTES / 1024 ** 2}MB).`);
  if (uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > compressedSize * RATIO_MAX)
    throw refuse(`${shown(fileName)} unpacks to far more than it is. Such a ZIP is not read.`);
}

/** Refuses files that share bytes, by which a small archive can unpack to petabytes. */
function checkOverlaps(entries: readonly Entry[]): void {
  let end = 0;
  for (const { relativeOffsetOfLocalHeader: start, compressedSize } of entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )) {
    if (start < end) throw refuse('Files in the ZIP overlap. Such a ZIP is not read.');
    end = start + LOCAL_HEADER_BYTES + compressedSize;
  }
}

async function bytesOf(stream: Readable, max: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > max) throw refuse('A file in the ZIP is larger than the ZIP says.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** Replaces the library's error messages, which are written for programmers. */
function describe(error: unknown): Error {
  const text = error instanceof Error ? error.message : '';
  if (/absolute path|invalid relative path|invalid characters in fileName/.test(text))
    return refuse('The ZIP has a file whose path leads out of it. Such a ZIP is not read.', error);
  return refuse('The ZIP is damaged or incomplete. Make it again.', error);
}

async function readEntries(archive: ZipFile): Promise<Entry[]> {
  const many = `The ZIP has more than ${CLOSET_ENTRIES_MAX.toLocaleString('en-US')} files in it. Split it.`;
  if (archive.entryCount > CLOSET_ENTRIES_MAX) throw refuse(many);
  const entries: Entry[] = [];
  let unpacked = 0;
  let named = 0;
  for await (const entry of archive.eachEntry()) {
    named += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (named > NAMES_MAX_BYTES)
      throw refuse('The names in the ZIP are too long. Make it again with shorter ones.');
    if (entry.fileName.endsWith('/')) continue;
    checkEntry(entry);
    unpacked += entry.uncompressedSize;
    if (unpacked > UNPACKED_MAX_BYTES) throw refuse('The ZIP unpacks to more than 400 MB. Split it.');
    entries.push(entry);
  }
  checkOverlaps(entries);
  return entries;
}

/**
 * Opens an untrusted archive. Everything it declares is checked before anything is unpacked.
 * @throws invalid_input if it is damaged, hostile or too large
 */
export async function withArchive<T>(path: string, use: (files: ArchiveFile[]) => Promise<T>): Promise<T> {
  const { openPromise } = await import('yauzl');
  const archive = await openPromise(path, { autoClose: false, lazyEntries: true }).catch((error: unknown) => {
    throw describe(error);
  });
  const guarded = async <R>(read: () => Promise<R>): Promise<R> => {
    try {
      return await read();
    } catch (error) {
      throw error instanceof Error && 'code' in error && error.code === 'invalid_input'
        ? error
        : describe(error);
    }
  };
  try {
    const entries = await guarded(() => readEntries(archive));
    const read = (entry: Entry) => () =>
      guarded(async () => bytesOf(await archive.openReadStreamPromise(entry), entry.uncompressedSize));
    return await use(
      entries
        .filter(({ fileName }) => !IS_CLUTTER.test(fileName))
        .map((entry) => ({ path: entry.fileName, read: read(entry) })),
    );
  } finally {
    archive.close();
  }
}
