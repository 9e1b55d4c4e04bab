import { expect, test, vi } from 'vitest';
import { startHerd } from '../../support/clients/herd.ts';
import { signUp } from '../../support/people/account.ts';
import { prepareDrill } from '../../support/servers/drill.ts';

const SOCKETS = Number(process.env.SELVEDGE_TEST_SOCKETS ?? 1_000);
const MEMBERS = 20;
const PATIENCE = { timeout: 120_000, interval: 100 };

const product = await prepareDrill();

test('a thousand connections return to a killed server', async () => {
  const tokens: string[] = [];
  for (let i = 0; i < MEMBERS; i += 1) tokens.push((await signUp(product.url)).token);
  const herd = startHerd(product.url, tokens, SOCKETS / MEMBERS);
  await vi.waitUntil(() => herd.synced(1) === herd.size, PATIENCE);

  await product.kill();
  await vi.waitUntil(() => herd.online() === 0, PATIENCE);
  await product.start();
  const startedAt = performance.now();
  const back: number[] = [];
  await vi.waitUntil(() => {
    back.push(herd.online());
    return herd.synced(2) === herd.size;
  }, PATIENCE);
  const seconds = (performance.now() - startedAt) / 1_000;
  const perTick = back.map((count, i) => count - (back[i - 1] ?? 0));
  console.log(
    `${herd.size} sockets back and synced ${seconds.toFixed(1)} s after the server; at most ${Math.max(...perTick)} in 0.1 s`,
  );
  expect(herd.online()).toBe(SOCKETS);
  expect(herd.refused()).toBe(0);
  // The server has logged no error.
  expect(product.output()).not.toContain('"level":50');
  herd.close();
}, 300_000);
