import { readFileSync } from 'node:fs';
import { inServer } from '../server-folder.ts';

// Keep this file in this folder: the relative path must also work for the bundle, which is at the same depth.
const JOURNAL = inServer('migrations/sqlite/meta/_journal.json');

/** How many migrations this release has, the same on both engines: the schema version. */
export const ownSchema = (): number =>
  (JSON.parse(readFileSync(JOURNAL, 'utf8')) as { entries: unknown[] }).entries.length;
