import { binary, exitOnSignals, run } from './child.ts';
import { findRedis } from './find-redis.ts';
import { startPostgres } from './postgres.ts';

/** A drill can be configured to run for an hour. */
const TIMEOUT_MS = 2 * 3_600_000;

/**
 * A test that is also a drill: here it runs longer, with larger counts in its environment, and prints its
 * figures.
 */
interface Drill {
  file: string;
  env?: Record<string, string>;
}

export const DRILLS: Record<string, Drill> = {
  packets: { file: 'tests/drills/realtime/fuzz.test.ts', env: { SELVEDGE_TEST_PACKETS: '2000000' } },
  calls: { file: 'tests/drills/server/fuzz.test.ts', env: { SELVEDGE_TEST_REQUESTS: '500000' } },
  herd: { file: 'tests/drills/realtime/herd.test.ts', env: { SELVEDGE_TEST_SOCKETS: '5000' } },
  'slow-reader': { file: 'tests/realtime/slow-reader.test.ts' },
  'dead-link': { file: 'tests/drills/realtime/dead-link.test.ts' },
  'slow-senders': { file: 'tests/drills/server/slow-sender.test.ts', env: { SELVEDGE_TEST_SOCKETS: '2000' } },
  uploads: {
    file: 'tests/drills/server/attacks.test.ts',
    env: { SELVEDGE_TEST_FILES: '3000', SELVEDGE_TEST_STREAMED: '100', SELVEDGE_TEST_WAVES: '3' },
  },
  crash: { file: 'tests/drills/realtime/crash.test.ts', env: { SELVEDGE_TEST_KILLS: '100' } },
  webhooks: { file: 'tests/drills/server/webhooks-killed.test.ts' },
  discord: { file: 'tests/drills/server/discord-channels.test.ts' },
  closet: { file: 'tests/drills/server/closet-killed.test.ts', env: { SELVEDGE_TEST_ROWS: '500' } },
  offers: { file: 'tests/drills/server/offers.test.ts', env: { SELVEDGE_TEST_KILLS: '50' } },
  migrations: { file: 'tests/drills/server/migrate-killed.test.ts', env: { SELVEDGE_TEST_KILLS: '100' } },
  release: { file: 'tests/drills/scripts/release.test.ts' },
  workflows: { file: 'tests/drills/scripts/workflows.test.ts' },
  image: { file: 'tests/server/operator/image.test.ts', env: { SELVEDGE_TEST_IMAGE: 'whole' } },
  stopped: { file: 'tests/drills/realtime/stopped.test.ts', env: { SELVEDGE_TEST_STOPS: '20' } },
  upgrade: { file: 'tests/drills/realtime/rolling-upgrade.test.ts', env: { SELVEDGE_TEST_UPGRADES: '5' } },
  once: { file: 'tests/drills/realtime/once.test.ts', env: { SELVEDGE_TEST_SENDS: '40000' } },
  missed: { file: 'tests/drills/realtime/missed.test.ts', env: { SELVEDGE_TEST_CUT_SECONDS: '600' } },
  nodes: { file: 'tests/drills/realtime/node-killed.test.ts', env: { SELVEDGE_TEST_NODE_KILLS: '20' } },
  'many-nodes': {
    file: 'tests/drills/realtime/many-nodes.test.ts',
    env: { SELVEDGE_TEST_SOCKETS: '1000', SELVEDGE_TEST_NODE_KILLS: '2' },
  },
  postgres: {
    file: 'tests/drills/realtime/postgres-outage.test.ts',
    env: { SELVEDGE_TEST_POSTGRES_KILLS: '15' },
  },
  redis: {
    file: 'tests/drills/realtime/redis-outage.test.ts',
    env: { SELVEDGE_TEST_OUTAGE_SECONDS: '5,60' },
  },
  clock: { file: 'tests/realtime/clock.test.ts' },
  reading: {
    file: 'tests/web/conversations/store/inbox/reading.test.ts',
    env: { SELVEDGE_TEST_READINGS: '20000' },
  },
  negotiations: {
    file: 'tests/server/deals/offers/offer-histories.test.ts',
    env: { OFFER_HISTORIES: '1000' },
  },
  histories: { file: 'tests/drills/web/histories.test.ts', env: { HISTORIES: '2000' } },
  'photo-matches': { file: 'tests/drills/server/photo-matches.test.ts' },
  'photo-store': {
    file: 'tests/drills/server/photo-store.test.ts',
    env: { SELVEDGE_TEST_HANG_SECONDS: '30', SELVEDGE_TEST_KILLS: '20' },
  },
  backup: {
    file: 'tests/server/operator/backup.test.ts',
    env: { SELVEDGE_TEST_MEGABYTES: '1000', SELVEDGE_TEST_ACKS: '4000' },
  },
  backups: {
    file: 'tests/drills/server/backups.test.ts',
    env: { SELVEDGE_TEST_KILLS: '20', SELVEDGE_TEST_PHOTOS: '40' },
  },
  moving: {
    file: 'tests/server/operator/export-import-large.test.ts',
    env: { SELVEDGE_TEST_LISTINGS: '100000' },
  },
  'full-disk': { file: 'tests/realtime/full-disk.test.ts' },
  locked: { file: 'tests/realtime/write-lock.test.ts' },
  'long-reader': { file: 'tests/faults/long-reader.test.ts' },
  'failing-disk': { file: 'tests/faults/failing-disk.test.ts' },
  'power-cut': { file: 'tests/faults/power-cut.test.ts' },
  chaos: { file: 'tests/faults/chaos.test.ts' },
  'small-box': { file: 'tests/faults/small-box.test.ts' },
  soak: { file: 'tests/faults/soak.test.ts' },
  mutants: { file: 'tests/drills/realtime/mutants.test.ts' },
};

/** Makes vitest include the slow tests as well: see `vitest.config.ts`. */
export const ALL_TESTS = { SELVEDGE_TEST_DRILLS: '1', SELVEDGE_TEST_FAULTS: '1' };

/** Runs every drill, or the named ones, one at a time with a throwaway PostgreSQL. @returns the exit code */
export async function faults(names: string[]): Promise<number> {
  exitOnSignals();
  const unknown = names.filter((name) => !Object.hasOwn(DRILLS, name));
  if (unknown.length > 0) {
    console.error(`Available drills: ${Object.keys(DRILLS).join(', ')}.`);
    return 2;
  }
  await findRedis();
  const postgres = await startPostgres();
  const failed: string[] = [];
  try {
    for (const [name, { file, env }] of Object.entries(DRILLS)) {
      if (names.length > 0 && !names.includes(name)) continue;
      console.log(`\n${name}${env ? ` (${Object.values(env).join(', ')})` : ''}`);
      const args = [binary('vitest/vitest.mjs'), 'run', file];
      const { code, output } = await run(
        args,
        {
          env: { ...env, ...ALL_TESTS, SELVEDGE_TEST_POSTGRES_URL: postgres.url },
        },
        TIMEOUT_MS,
      );
      console.log(output.trim());
      if (code !== 0) failed.push(name);
    }
  } finally {
    await postgres.stop();
  }
  console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}` : '\nAll drills passed.');
  return failed.length > 0 ? 1 : 0;
}
