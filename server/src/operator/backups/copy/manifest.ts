import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Config } from '../../../config.ts';
import { writeDurably } from '../../../platform/core/durable-files.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { isMediaKey } from '../../../platform/media/media-key.ts';

export type CopySource = Pick<Config, 'databaseUrl' | 'dataDir' | 's3'>;

export const MANIFEST = 'manifest.json';
/** The version of the folder's format; raised when older releases can no longer read it. */
const FORMAT = 1;

export const DATABASE_FILE = 'selvedge.db';
export const MEDIA = 'media';
const PICTURES = `${MEDIA}/`;
export const SECRETS = 'secrets';
/** The rows of a table, as lines of JSON. */
export function rowsFile(table: string): string {
  return `rows/${table}.ndjson`;
}
/** One line per file, except the manifest and this list, in the format of `sha256sum`. */
export const SUMS = 'SHA256SUMS';

/** What a copy of an instance contains. Written last: a folder without it is not a finished copy. */
const Manifest = z.object({
  selvedge: z.literal(FORMAT),
  /** The database as a SQLite file, or as the rows of each table. */
  holds: z.enum(['database', 'rows']),
  /** The version of its schema. */
  schema: z.int(),
  madeAt: z.iso.datetime(),
  rows: z.record(z.string(), z.int()),
  files: z.int(),
  /** SHA-256 of the file `SHA256SUMS`. */
  sums: z.string(),
  /** Keys of files that rows refer to but the store did not have: unfinished uploads, or files lost earlier. */
  missing: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

/** Synced to disk when it resolves. @throws when the copy has a manifest already */
export function writeManifest(folder: string, manifest: Omit<Manifest, 'selvedge'>): Promise<void> {
  return writeDurably(
    join(folder, MANIFEST),
    `${JSON.stringify({ selvedge: FORMAT, ...manifest }, null, 2)}\n`,
  );
}

/** @throws AppError when the folder contains no copy that this release can read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null) throw new AppError('not_found', `${folder} contains no finished copy of an instance.`);
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    found = null;
  }
  const parsed = Manifest.safeParse(found);
  if (!parsed.success)
    throw new AppError(
      'invalid_input',
      `${join(folder, MANIFEST)} is not in a format that this release reads.`,
    );
  return parsed.data;
}

export function isPicture(name: string): boolean {
  return name.startsWith(PICTURES);
}
export function keyOfPicture(name: string): string {
  return name.slice(PICTURES.length);
}

const ROWS = /^rows\/[a-z_]+\.ndjson$/;
const SECRET = /^secrets\/[\w-]+$/;

/** Whether a copy may contain a file of this name. None of these names leads out of the folder. */
export function isOurs(name: string): boolean {
  return (
    name === DATABASE_FILE ||
    ROWS.test(name) ||
    SECRET.test(name) ||
    (isPicture(name) && isMediaKey(keyOfPicture(name)))
  );
}
