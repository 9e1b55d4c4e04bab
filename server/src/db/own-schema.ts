import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Beside the other files that name this folder: the bundle lies as deep as they do.
const JOURNAL = fileURLToPath(new URL('../../migrations/sqlite/meta/_journal.json', import.meta.url));

/** How many migrations this release has. Both engines have the same, so it is the number of the schema. */
export const ownSchema = (): number =>
  (JSON.parse(readFileSync(JOURNAL, 'utf8')) as { entries: unknown[] }).entries.length;
