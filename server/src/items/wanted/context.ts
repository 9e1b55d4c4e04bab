import type { Actor } from '../../platform/core/actor.ts';
import type { Publish } from '../../platform/core/publish.ts';
import type { Tx } from '../../platform/db/database.ts';

/** The dependencies of this feature's operations within a transaction. */
export interface Acting {
  tx: Tx;
  actor: Pick<Actor, 'id'>;
  publish: Publish;
}
