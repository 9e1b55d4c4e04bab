import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unlimited } from '../../../../server/src/platform/core/limits.ts';
import { createApp } from '../../../../server/src/platform/http/app.ts';
import { createApi } from '../../../../server/src/platform/http/endpoint.ts';
import { healthRoutes } from '../../../../server/src/platform/http/health-routes.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The health endpoints of a product whose parts the test controls. */
function open() {
  const app = createApp(createLog('error'));
  const api = createApi({
    app,
    authenticate: () => Promise.reject(new Error('sign-in is not part of this test')),
    limits: unlimited,
    isOn: () => true,
    currency: () => 'USD',
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
  const getReady = async () => {
    const response = await app.request('/api/ready');
    return { status: response.status, body: await response.json(), headers: response.headers };
  };
  return { app, parts, state, getReady };
}
const broken = () => Promise.reject(new Error('down'));
const later = () => vi.advanceTimersByTimeAsync(3_001);

test('an instance is ready when its database responds', async () => {
  const { parts, getReady } = open();
  expect(await getReady()).toMatchObject({
    status: 200,
    body: { status: 'ok', parts: { database: 'ok', storage: 'ok' } },
  });
  parts.storage.mockImplementation(broken);
  await later();
  expect(await getReady()).toMatchObject({
    status: 200,
    body: { status: 'degraded', parts: { database: 'ok', storage: 'down' } },
  });
  parts.database.mockImplementation(broken);
  await later();
  const refused = await getReady();
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(refused.headers.get('retry-after')).toBe('5');
});

test('a stopping instance is not ready', async () => {
  const { app, state, getReady } = open();
  expect((await getReady()).status).toBe(200);
  state.isStopping = true;
  expect(await getReady()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect((await app.request('/api/health')).status).toBe(200);
});

test('frequent readiness requests share one check of the parts', async () => {
  const { parts, getReady } = open();
  await Promise.all(Array.from({ length: 50 }, getReady));
  for (const check of Object.values(parts)) expect(check).toHaveBeenCalledTimes(1);
  await later();
  await getReady();
  for (const check of Object.values(parts)) expect(check).toHaveBeenCalledTimes(2);
});

test('a part that never responds is down', async () => {
  const { app, parts, getReady } = open();
  parts.storage.mockImplementation(() => new Promise(() => undefined));
  const response = getReady();
  await vi.advanceTimersByTimeAsync(2_500);
  expect((await response).body).toMatchObject({ parts: { database: 'ok', storage: 'down' } });
  expect((await app.request('/api/health')).status).toBe(200);
});
