import { afterEach, expect, test, vi } from 'vitest';
import { freePort } from '../../../../scripts/free-port.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { startMailPeer } from '../../../support/peers/mail-peer.ts';
import { PASSWORD } from '../../../support/people/account.ts';
import { createDatabase, engines } from '../../../support/servers/database.ts';
import { startWorld } from '../../../support/world.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

test.each(engines())('a sign-up succeeds without the mail server (%s)', async (engine) => {
  const [database, port] = [await createDatabase(engine), await freePort()];
  closing.push(database.remove);
  const env = {
    DATABASE_URL: database.url,
    AUTH_SECRET: 'the same for every process of one instance',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  };
  // Silent, because the server would log that the mail server is down.
  const log = createLog('silent');
  const first = await startWorld({ engine, env, log });
  const email = 'ana@example.com';
  expect((await first.client().signUp({ email, password: PASSWORD })).error).toBeNull();
  await first.close();

  const peer = await startMailPeer([], port);
  closing.push(peer.close);
  const second = await startWorld({ engine, env, log });
  closing.push(second.close);
  await vi.waitUntil(() => peer.mails.length > 0, { timeout: 50_000 });
  const { data } = await second.client().verifyOtp({ token_hash: peer.linkToken(0), type: 'signup' });
  expect(data.user?.email).toBe(email);
  expect(peer.mails).toHaveLength(1);
});
