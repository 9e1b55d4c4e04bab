import { readConfig } from '../../../server/src/config.ts';
import { endSessions } from '../../../server/src/identity/sessions/end-sessions.ts';
import { onDatabase } from '../../../server/src/operator/on-database.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';

/** Ends a member's sessions for their age, as the sweep does. @param env the settings of the instance, such as DATA_DIR */
export const runOut = (env: Record<string, string>, userId: string): Promise<void> =>
  onDatabase({ config: readConfig(env), log: createLog('error'), print: () => undefined }, async (db) => {
    await db.transact((tx) => endSessions(null, tx, { userId }, 'expired'));
  });
