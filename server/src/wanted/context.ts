import type { Actor } from '../actor.ts';
import type { Tx } from '../db/database.ts';
import type { Publish } from '../publish.ts';

/** What the verbs of this feature work with. */
export interface Wanting {
  tx: Tx;
  actor: Pick<Actor, 'id'>;
  publish: Publish;
}
