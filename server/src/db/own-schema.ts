import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// This file has to stay in this folder: the path is relative, and right for the bundle, which lies as deep.
const JOURNAL = fileURLToPath(new URL('../../migrations/sqlite/meta/_journal.json', import.meta.url));

/** How many migrations this release has. Both engines have the same, so it is the number of the schema. */
export const ownSchema = (): number =>
  (JSON.parse(readFileSync(JOURNAL, 'utf8')) as { entries: unknown[] }).entries.length;
