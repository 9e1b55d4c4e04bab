import type { Actor } from '../core/actor.ts';
import type { Publish } from '../core/publish.ts';
import type { Database, OnChange, Tx } from '../db/database.ts';
import type { Logger } from '../observability/log.ts';

/** The dependencies of this feature's calls. */
export interface Trading {
  db: Database;
  log: Logger;
  publish: Publish;
  /** Runs in the transaction of each change, so that what follows from it cannot be lost. */
  onChange?: OnChange | undefined;
  bumpCooldownHours: number;
  /** Removes pictures that nothing uses any more. */
  discardPhotos(keys: string[]): Promise<void>;
}

/** The dependencies of a verb within its transaction. */
export type Acting = Omit<Trading, 'db'> & { tx: Tx; actor: Pick<Actor, 'id' | 'isAdmin'> };
