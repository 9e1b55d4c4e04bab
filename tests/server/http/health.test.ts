import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unlimited } from '../../../server/src/core/limits.ts';
import { createApp } from '../../../server/src/http/app.ts';
import { createApi } from '../../../server/src/http/endpoint.ts';
import { healthRoutes } from '../../../server/src/http/health-routes.ts';
import { createLog } from '../../../server/src/observability/log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The health of a product whose parts work as the test says. */
function open() {
  const app = createApp(createLog('error'));
  const api = createApi({
    app,
    authenticate: () => Promise.reject(new Error('nobody signs in here')),
    limits: unlimited,
    addressOf: () => 'nowhere',
  });
  const well = async () => undefined;
  const parts = { database: vi.fn(well), storage: vi.fn(well) };
  const state = { isStopping: false };
  healthRoutes(api, {
    isStopping: () => state.isStopping,
    database: () => parts.database(),
    others: { storage: () => parts.storage() },
  });
  const ask = async () => {
    const response = await app.request('/api/ready');
    return { status: response.status, body: await response.json(), headers: response.headers };
  };
  return { app, parts, state, ask };
}
const broken = () => Promise.reject(new Error('down'));
const later = () => vi.advanceTimersByTimeAsync(3_001);

test('a product is ready when its database answers; without its photo store it is degraded, not down', async () => {
  const { parts, ask } = open();
  expect(await ask()).toMatchObject({
    status: 200,
    body: { status: 'ok', parts: { database: 'ok', storage: 'ok' } },
  });
  parts.storage.mockImplementation(broken);
  await later();
  expect(await ask()).toMatchObject({
    status: 200,
    body: { status: 'degraded', parts: { database: 'ok', storage: 'down' } },
  });
  parts.database.mockImplementation(broken);
  await later();
  const refused = await ask();
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(refused.headers.get('retry-after')).toBe('5');
});

test('a product that is about to stop says that it is not ready, and goes on answering the rest', async () => {
  const { app, state, ask } = open();
  expect((await ask()).status).toBe(200);
  state.isStopping = true;
  expect(await ask()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect((await app.request('/api/health')).status).toBe(200);
});

test('whoever asks often costs the parts nothing', async () => {
  const { parts, ask } = open();
  await Promise.all(Array.from({ length: 50 }, ask));
  for (const check of Object.values(parts)) expect(check).toHaveBeenCalledTimes(1);
  await later();
  await ask();
  for (const check of Object.values(parts)) expect(check).toHaveBeenCalledTimes(2);
});

test('a part that never answers is down', async () => {
  const { app, parts, ask } = open();
  parts.storage.mockImplementation(() => new Promise(() => undefined));
  const asking = ask();
  await vi.advanceTimersByTimeAsync(2_500);
  expect((await asking).body).toMatchObject({ parts: { database: 'ok', storage: 'down' } });
  expect((await app.request('/api/health')).status).toBe(200);
});
