import type { Feature } from '@selvedge/shared/instance/instance-settings';
import { afterAll, beforeAll } from 'vitest';
import { buildServer } from '../../../scripts/build.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { phonePhoto } from '../data/pictures.ts';
import { signUp } from '../people/account.ts';
import type { Disk } from './disks.ts';
import { switchTo } from './features.ts';
import { createProduct } from './product.ts';
import { makeTempDir } from './temp.ts';

interface DrillOptions {
  env?: Record<string, string>;
  preload?: URL;
  /** A separate disk for the data folder. */
  disk?: Disk;
  /** The only features that are switched on; without them, all are. */
  features?: readonly Feature[];
}

/** Long enough for a build while other tests run. */
const START_TIMEOUT_MS = 120_000;

/**
 * The built product as a process, for all tests of the calling file: started before the first test, removed
 * after the last; tests may kill and restart it. The bundle is rebuilt if it is stale. Accounts need no
 * confirmation.
 */
export async function prepareDrill({ env, preload, disk, features }: DrillOptions = {}) {
  const dir = makeTempDir();
  const product = createProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port: await freePort(),
    env: { AUTH_AUTOCONFIRM: 'true', ...env },
    ...(preload && { preload }),
  });
  beforeAll(async () => {
    disk?.mount(dir.path);
    if (features) await switchTo({ DATA_DIR: dir.path, ...env }, features);
    await buildServer();
    await product.start();
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await product.stop();
    disk?.unmount();
    dir.remove();
  });
  return { ...product, dataDir: dir.path };
}

/** Two members of a running server with a conversation about a listing, without messages. */
export async function signUpPair(url: string) {
  const [seller, buyer] = await Promise.all([signUp(url, 'seller'), signUp(url, 'buyer')]);
  const { id } = await buyer.openConversation(await seller.list(await phonePhoto()));
  return { seller, buyer, id };
}
