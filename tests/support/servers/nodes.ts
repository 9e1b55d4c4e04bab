import type { Feature } from '@selvedge/shared/instance/instance-settings';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { redisUnavailable, startRedis } from '../peers/redis.ts';
import { startWorld, type World } from '../world.ts';
import { bothEngines, createDatabase } from './database.ts';
import { makeTempDir } from './temp.ts';

/** Why tests with several nodes cannot run here; null when they can. */
export const nodesUnavailable =
  redisUnavailable ?? (bothEngines().includes('postgres') ? null : 'there is no PostgreSQL for the tests');
if (nodesUnavailable) console.warn(`tests of several nodes are skipped: ${nodesUnavailable}`);

/**
 * Two nodes in this process on one PostgreSQL and one Redis, with the same public address and data folder.
 */
export async function startTwoNodes(env: Record<string, string> = {}, features?: readonly Feature[]) {
  const redis = await startRedis();
  const database = await createDatabase('postgres');
  const dir = makeTempDir();
  const shared = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    DATA_DIR: dir.path,
    PUBLIC_URL: 'http://localhost:4000',
    AUTH_AUTOCONFIRM: 'true',
    ...env,
  };
  // Silent: the tests stop Redis, which the nodes would log.
  const log = createLog('silent');
  const start = () => startWorld({ engine: 'postgres', env: shared, log, ...(features && { features }) });
  const one: World = await start();
  const other: World = await start();
  return {
    one,
    other,
    redis,
    async close() {
      await Promise.all([one.close(), other.close()]);
      await redis.remove();
      await database.remove();
      dir.remove();
    },
  };
}
export type TwoNodes = Awaited<ReturnType<typeof startTwoNodes>>;
