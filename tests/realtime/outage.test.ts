import { GoTrueClient } from '@supabase/auth-js';
import { expect, test, vi } from 'vitest';
import { PASSWORD } from '../support/people/account.ts';
import { prepareDrill } from '../support/servers/drill.ts';

const product = await prepareDrill();

test('a server crash signs no member out', async () => {
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
