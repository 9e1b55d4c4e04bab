import { readConfig } from '../../../server/src/config.ts';
import { grantAdmin } from '../../../server/src/operator/set-admin.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';

/** Makes a member an admin, by the operator's command. @param env the settings of the instance, such as DATA_DIR */
export const makeAdmin = (env: Record<string, string>, username: string): Promise<void> =>
  grantAdmin({ config: readConfig(env), log: createLog('error'), print: () => undefined }, username);
