import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Keep this file in this folder: the relative path must also work for the bundle, which is at the same depth.
const JOURNAL = fileURLToPath(new URL('../../../migrations/sqlite/meta/_journal.json', import.meta.url));

/** How many migrations this release has, the same on both engines: the schema version. */
export const ownSchema = (): number =>
  (JSON.parse(readFileSync(JOURNAL, 'utf8')) as { entries: unknown[] }).entries.length;
