import type { Features } from '@selvedge/shared/instance/instance-settings';
import type { Actor } from '../../platform/core/actor.ts';
import type { Publish } from '../../platform/core/publish.ts';
import type { Database, OnChange, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/observability/log.ts';

/** The storage keys of photos that a listing now shows, and of those that it no longer shows. */
export type OnPhotos = (
  tx: Tx,
  listing: { id: string; sellerId: string },
  keys: { added: string[]; dropped: string[] },
) => Promise<void>;

/** The dependencies of this feature's endpoints. */
export interface Trading {
  db: Database;
  log: Logger;
  publish: Publish;
  /** Runs in the transaction of each change, so that its consequences cannot be lost. */
  onChange?: OnChange | undefined;
  /** Runs in the transaction that changes a listing's photos. */
  onPhotos?: OnPhotos | undefined;
  bumpCooldownHours: number;
  /** The features that are switched on at this moment. */
  features(): Features;
  /** Removes pictures that are no longer used. */
  discardPhotos(keys: string[]): Promise<void>;
}

/** The dependencies of an operation within its transaction. */
export type Acting = Omit<Trading, 'db'> & { tx: Tx; actor: Pick<Actor, 'id' | 'isAdmin'> };
