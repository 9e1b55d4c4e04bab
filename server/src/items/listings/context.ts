import type { Features } from '@selvedge/shared/instance/instance-settings';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { Publish } from '../../platform/core/publish.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/observability/log.ts';

/** The dependencies of this feature's endpoints. */
export interface Trading {
  db: Database;
  log: Logger;
  publish: Publish;
  bumpCooldownHours: number;
  /** The features that are switched on at this moment. */
  features(): Features;
}

/** The dependencies of an operation within its transaction. */
export type Acting = Omit<Trading, 'db'> & { tx: Tx; actor: Pick<Actor, 'id' | 'isAdmin'> };

export function tradingOf({ db, log, publish, config, settings }: Ctx): Trading {
  return {
    ...{ db, log, publish },
    bumpCooldownHours: config.bumpCooldownHours,
    features: () => settings.current().features,
  };
}
