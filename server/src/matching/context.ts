import type { Database } from '../db/database.ts';
import type { Logger } from '../log.ts';
import type { Publish } from '../publish.ts';

/** The dependencies of this feature's verbs. */
export interface Matching {
  db: Database;
  log: Logger;
  publish: Publish;
}
