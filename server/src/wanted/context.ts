import type { Actor } from '../actor.ts';
import type { OnChange, Tx } from '../db/database.ts';
import type { Publish } from '../publish.ts';

/** What the verbs of this feature work with. */
export interface Wanting {
  tx: Tx;
  actor: Pick<Actor, 'id'>;
  publish: Publish;
  /** Runs in the transaction of each change: what follows from one is not forgotten. */
  onChange?: OnChange | undefined;
}
