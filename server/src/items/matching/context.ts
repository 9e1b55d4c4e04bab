import type { Publish } from '../../platform/core/publish.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/observability/log.ts';

/** The dependencies of this feature's operations. */
export interface Matching {
  db: Database;
  log: Logger;
  publish: Publish;
}
