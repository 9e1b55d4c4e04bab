import { afterAll, beforeAll } from 'vitest';
import { buildServer } from '../../scripts/build.ts';
import { signUp } from './account.ts';
import type { Disk } from './disks.ts';
import { phonePhoto } from './pictures.ts';
import { createProduct, freePort } from './product.ts';
import { makeTempDir } from './temp.ts';

interface DrillOptions {
  env?: Record<string, string>;
  preload?: URL;
  /** A disk of its own for the folder of its data. */
  disk?: Disk;
}

/** Long enough for a machine that builds beside other tests. */
const START_TIMEOUT_MS = 120_000;

/**
 * The product as people run it, for the tests of the file that asks: there before the first of them, to be killed and
 * started again, and gone after the last. Its bundle is made anew when it is older than its sources. Accounts need no
 * confirmation.
 */
export async function prepareDrill({ env, preload, disk }: DrillOptions = {}) {
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

/** Two members of a running product with a conversation about a listing, in which nothing is said yet. */
export async function meet(url: string) {
  const [seller, buyer] = await Promise.all([signUp(url, 'seller'), signUp(url, 'buyer')]);
  const { id } = await buyer.talkAbout(await seller.list(await phonePhoto()));
  return { seller, buyer, id };
}
