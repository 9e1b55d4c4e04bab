import type { Actor } from '../actor.ts';
import type { Database, OnChange, Tx } from '../db/database.ts';
import type { Logger } from '../log.ts';
import type { Publish } from '../publish.ts';

/** What the calls of this feature work with. */
export interface Trading {
  db: Database;
  log: Logger;
  publish: Publish;
  /** Runs in the transaction of each change: what follows from one is not forgotten. */
  onChange?: OnChange | undefined;
  bumpCooldownHours: number;
  /** Removes pictures that nothing uses any more. */
  discardPhotos(keys: string[]): Promise<void>;
}

/** What a verb works with while it runs. */
export type Acting = Omit<Trading, 'db'> & { tx: Tx; actor: Pick<Actor, 'id' | 'isAdmin'> };
