import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { startWorld } from '../../support/world.ts';

async function worldWithLog() {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const server = await startWorld({ env: { PUBLIC_URL: 'https://shop.example' }, log });
  onTestFinished(() => server.close());
  const signIn = (origin: string) =>
    server.call('POST', '/auth/v1/token?grant_type=password', {
      json: { email: 'juniper@example.com', password: 'a password' },
      headers: { origin },
    });
  const warnings = () => lines.map((line) => JSON.parse(line)).filter(({ origin }) => origin);
  return { signIn, warnings };
}

test('sign-in at another address names the right one', async () => {
  const { signIn } = await worldWithLog();
  const refused = await signIn('http://192.168.1.5:3000');
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({
    error_code: 'bad_origin',
    msg: 'Sign-in works only at https://shop.example. Open that address instead.',
  });
});

test('the log warns once of another address', async () => {
  const { signIn, warnings } = await worldWithLog();
  for (let i = 0; i < 3; i += 1) await signIn('http://192.168.1.5:3000');
  expect(warnings()).toEqual([
    expect.objectContaining({
      ...{ level: 40, origin: 'http://192.168.1.5:3000', publicUrl: 'https://shop.example' },
      msg: expect.stringContaining('set PUBLIC_URL'),
    }),
  ]);
});

test('a flood of origins does not flood the log', async () => {
  const { signIn, warnings } = await worldWithLog();
  for (let i = 0; i < 20; i += 1) await signIn(`https://evil-${i}.example`);
  expect(warnings().length).toBeLessThanOrEqual(5);
});

test('sign-in at the public address is not refused', async () => {
  const { signIn, warnings } = await worldWithLog();
  expect((await signIn('https://shop.example')).status).toBe(400);
  expect(warnings()).toEqual([]);
});
