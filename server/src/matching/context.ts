import type { Publish } from '../core/publish.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../observability/log.ts';

/** The dependencies of this feature's operations. */
export interface Matching {
  db: Database;
  log: Logger;
  publish: Publish;
}
