import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { startWorld } from '../../../support/world.ts';

const PUBLIC_URL = 'https://shop.example';
const VIEWS = 200;
const FORWARDED = { 'x-forwarded-for': '203.0.113.7' };

async function openSite(env: Record<string, string>) {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const server = await startWorld({ env, log });
  onTestFinished(() => server.close());
  return {
    get: (headers: Record<string, string>) => server.call('GET', '/robots.txt', { headers }),
    warnings: () =>
      lines
        .map((line) => JSON.parse(line) as { msg: string })
        .filter(({ msg }) => msg.includes('TRUST_PROXY')),
  };
}

type Get = (headers: Record<string, string>) => Promise<Response>;
/** As many page views as are compared. */
const view = (get: Get) => Promise.all(Array.from({ length: VIEWS }, () => get({ accept: 'text/html' })));

test('an untrusted proxy is warned of once', async () => {
  const { get, warnings } = await openSite({ PUBLIC_URL });
  for (let i = 0; i < 3; i += 1) await get(FORWARDED);
  expect(warnings()).toEqual([
    expect.objectContaining({ address: expect.stringMatching(/127\.0\.0\.1|::1/) }),
  ]);
});

test('a proxy that is trusted is not warned of', async () => {
  for (const TRUST_PROXY of ['true', '127.0.0.0/8, ::1']) {
    const { get, warnings } = await openSite({ PUBLIC_URL, TRUST_PROXY });
    await get(FORWARDED);
    expect(warnings()).toEqual([]);
  }
});

test('most page views from one address are warned of', async () => {
  const { get, warnings } = await openSite({ PUBLIC_URL });
  await view(get);
  expect(warnings()).toHaveLength(1);
});

test('on this machine alone, page views are not counted', async () => {
  const { get, warnings } = await openSite({});
  await view(get);
  expect(warnings()).toEqual([]);
});
