import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { createOutgoing } from '../../../../server/src/platform/http/outgoing.ts';

/** More than there are threads. */
const NAMES = 20;

const silent = createSocket('udp4');
let asked = 0;
silent.on('message', () => {
  asked += 1;
});
silent.bind(0, '127.0.0.1');
await once(silent, 'listening');
afterAll(() => silent.close());

test('a silent name server holds up no file', async () => {
  const resolver = new Resolver({ timeout: 500, tries: 2 });
  resolver.setServers([`127.0.0.1:${silent.address().port}`]);
  const { check } = createOutgoing({ allowed: [], resolver });
  let waiting = NAMES;
  const refusals = Array.from({ length: NAMES }, async (_, n) => {
    const refusal = await check(new URL(`https://hook-${n}.example.com`)).catch(
      (error: Error) => error.message,
    );
    waiting -= 1;
    return refusal;
  });
  await readFile(new URL(import.meta.url));
  expect(waiting).toBe(NAMES);
  expect(await Promise.all(refusals)).toEqual(
    Array.from({ length: NAMES }, (_, n) => `hook-${n}.example.com was not found.`),
  );
  expect(asked).toBeGreaterThanOrEqual(2 * NAMES);
});
