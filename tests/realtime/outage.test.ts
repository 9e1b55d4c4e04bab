import { GoTrueClient } from '@supabase/auth-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PASSWORD } from '../support/account.ts';
import { freePort, startProduct } from '../support/product.ts';
import { makeTempDir } from '../support/temp.ts';

const dir = makeTempDir();
let product: Awaited<ReturnType<typeof startProduct>>;
beforeAll(async () => {
  product = await startProduct({
    entry: 'server/src/main.ts',
    dataDir: dir.path,
    port: await freePort(),
    env: { AUTH_AUTOCONFIRM: 'true' },
  });
});
afterAll(async () => {
  await product.stop();
  dir.remove();
});

test('a server that is killed and comes back signs nobody out: the refresh goes on until it is answered', async () => {
  let unanswered = 0;
  const auth = new GoTrueClient({
    url: `${product.url}/auth/v1`,
    persistSession: false,
    autoRefreshToken: false,
    fetch: (...request) =>
      fetch(...request).catch((error: unknown) => {
        unanswered += 1;
        throw error;
      }),
  });
  const events: string[] = [];
  auth.onAuthStateChange((event) => void events.push(event));
  const { data: before } = await auth.signUp({ email: 'ana@example.com', password: PASSWORD });

  await product.kill();
  const refreshing = auth.refreshSession(before.session ?? undefined);
  await vi.waitFor(() => expect(unanswered).toBeGreaterThanOrEqual(2), 20_000);
  await product.start();
  const { data, error } = await refreshing;
  expect(error).toBeNull();
  expect(data.user?.id).toBe(before.user?.id);
  expect(events).not.toContain('SIGNED_OUT');
});
