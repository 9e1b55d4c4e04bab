import type { Database } from '../db/database.ts';
import type { Logger } from '../log.ts';
import type { Publish } from '../publish.ts';

/** What this feature works with. */
export interface Matching {
  db: Database;
  log: Logger;
  publish: Publish;
}
