import type { Feature } from '@selvedge/shared/instance/instance-settings';
import { test } from 'playwright/test';
import { freePort } from '../../scripts/free-port.ts';
import { switchTo } from '../support/servers/features.ts';
import { startProduct } from '../support/servers/product.ts';
import { makeTempDir } from '../support/servers/temp.ts';

/**
 * The product as in production, for the tests of the calling file: started before the first test, and stopped
 * after the last. Tests can kill and restart it.
 * @param env its settings; by default, accounts need no confirmation
 * @param features the only ones that are switched on; without them, all are
 */
export function prepareProduct(
  env: Record<string, string> = { AUTH_AUTOCONFIRM: 'true' },
  features?: readonly Feature[],
) {
  let prepared: { dir: ReturnType<typeof makeTempDir>; product: Awaited<ReturnType<typeof startProduct>> };
  // Not at the top level, because listing the tests loads their files, too.
  test.beforeAll(async () => {
    const dir = makeTempDir();
    if (features) await switchTo({ DATA_DIR: dir.path, ...env }, features);
    const entry = 'server/build/app/main.js';
    prepared = {
      dir,
      product: await startProduct({ entry, dataDir: dir.path, port: await freePort(), env }),
    };
  });
  test.afterAll(async () => {
    await prepared.product.stop();
    prepared.dir.remove();
  });
  return {
    get url() {
      return prepared.product.url;
    },
    get dataDir() {
      return prepared.dir.path;
    },
    kill: () => prepared.product.kill(),
    start: () => prepared.product.start(),
  };
}
