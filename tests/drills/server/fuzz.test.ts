import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { readConfig } from '../../../server/src/config.ts';
import { updateIsAdmin } from '../../../server/src/members/queries.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { createProduct, type Product } from '../../../server/src/product.ts';
import { fuzzEndpoint, shareOut } from '../../support/contract/fuzz-api.ts';
import { phonePhoto } from '../../support/data/pictures.ts';
import { seedOfRun } from '../../support/data/random.ts';
import { signUp } from '../../support/people/account.ts';
import { bothEngines, createDatabase } from '../../support/servers/database.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

/** The total for all engines. */
const REQUESTS = Number(process.env.SELVEDGE_TEST_REQUESTS ?? 20_000);

let url: string;
let databaseUrl: string;
const log = createLog('error');

async function start(engine: 'sqlite' | 'postgres'): Promise<Product> {
  const dir = makeTempDir();
  const database = await createDatabase(engine);
  databaseUrl = database.url;
  const port = await freePort();
  url = `http://localhost:${port}`;
  const config = readConfig({
    DATA_DIR: dir.path,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    AUTH_AUTOCONFIRM: 'true',
    RATE_LIMITS: 'off',
  });
  const server = await createProduct(config, log);
  await server.listen();
  onTestFinished(async () => {
    await server.close();
    await database.remove();
    dir.remove();
  });
  return server;
}

async function joinAdmin() {
  const member = await signUp(url, 'admin');
  const db = await openDatabase(databaseUrl, log);
  await db.transact((tx) => updateIsAdmin(tx, member.id, true));
  await db.close();
  return member;
}

test.each(bothEngines())(
  'every response to a random request conforms (%s)',
  { tags: ['contract-fuzzing'], timeout: 600_000 + REQUESTS * 20 },
  async (engine) => {
    const server = await start(engine);
    const seller = await signUp(url, 'seller');
    const listing = await seller.list(await phonePhoto());
    const seed = seedOfRun();
    console.log(`fuzzing ${engine} with SELVEDGE_TEST_SEED=${seed}`);
    const statuses = new Map<number, number>();
    const cpu = process.cpuUsage();
    for (const [endpoint, count] of shareOut(server.endpoints, REQUESTS / bothEngines().length)) {
      // New members each time: a valid request may sign out, suspend or delete the account.
      const [member, admin] = [await signUp(url), await joinAdmin()];
      const conversation = await member.openConversation(listing);
      const found = await fuzzEndpoint(endpoint, {
        url,
        tokens: [member.token, member.token, admin.token],
        ids: [listing.id, conversation.id, member.id, seller.id, crypto.randomUUID()],
        seed,
        count,
      });
      for (const [status, times] of found) statuses.set(status, (statuses.get(status) ?? 0) + times);
    }
    const { user, system } = process.cpuUsage(cpu);
    const seconds = Math.round((user + system) / 1e6);
    console.log(
      `${server.endpoints.length} endpoints, ${seconds} s of CPU`,
      JSON.stringify([...statuses].toSorted()),
    );
    // Some requests were valid, some were not.
    expect(statuses.get(200)).toBeGreaterThan(0);
    expect(statuses.get(400)).toBeGreaterThan(0);
  },
);
