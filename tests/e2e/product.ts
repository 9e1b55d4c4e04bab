import { test } from 'playwright/test';
import { freePort } from '../../scripts/free-port.ts';
import { startProduct } from '../support/servers/product.ts';
import { makeTempDir } from '../support/servers/temp.ts';

/**
 * The product as people run it, for the tests of the file that asks: there before the first of them, to be killed and
 * started again, and gone after the last.
 * @param env its settings; unless they are given, accounts need no confirmation
 */
export function prepareProduct(env: Record<string, string> = { AUTH_AUTOCONFIRM: 'true' }) {
  let prepared: { dir: ReturnType<typeof makeTempDir>; product: Awaited<ReturnType<typeof startProduct>> };
  // Not before: whoever only lists the tests loads their files, too.
  test.beforeAll(async () => {
    const dir = makeTempDir();
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
