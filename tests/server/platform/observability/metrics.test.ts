import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { STATUS, toProblem } from '../../../../server/src/platform/core/errors.ts';
import type { Env } from '../../../../server/src/platform/http/endpoint.ts';
import { serveMetrics } from '../../../../server/src/platform/observability/metrics/serve.ts';
import { updateRows } from '../../../support/data/rows.ts';
import { startInstrumented } from '../../../support/measuring/instrumented.ts';
import { engines } from '../../../support/servers/database.ts';

const TOKEN = 'a-token-for-prometheus';
const DASHBOARD = new URL('../../../../docs/grafana-dashboard.json', import.meta.url);

describe.each(engines())('metrics (%s)', (engine) => {
  let watched: Awaited<ReturnType<typeof startInstrumented>>;
  let before: Map<string, number>;
  let after: Map<string, number>;
  let story: Awaited<ReturnType<(typeof watched)['runExchange']>>;
  beforeAll(async () => {
    watched = await startInstrumented(engine, { METRICS_TOKEN: TOKEN });
    before = await watched.metrics();
    story = await watched.runExchange();
    for (let times = 0; times < 11; times += 1)
      await watched.call('GET', '/api/auth/export', watched.as(story.buyer));
    await watched.client().resetPasswordForEmail(story.buyer.email);
    await watched.client().resetPasswordForEmail(story.buyer.email);
    after = await watched.metrics();
  });
  afterAll(() => watched.close());
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);

  test('each stored message is counted once', () => {
    expect(grown('selvedge_messages_total')).toBe(2);
    expect(grown('selvedge_delivery_seconds_count')).toBe(2);
    expect(grown('selvedge_socket_request_seconds_count{request="message:send"}')).toBe(1);
  });

  test('requests are counted by route pattern', () => {
    expect(
      grown('selvedge_http_request_seconds_count{method="POST",route="/api/messages",status="2xx"}'),
    ).toBe(1);
    expect(
      grown('selvedge_http_request_seconds_count{method="GET",route="/api/auth/export",status="4xx"}'),
    ).toBe(1);
    const routes = [...after.keys()].filter((name) => name.startsWith('selvedge_http_request_seconds_count'));
    expect(routes.filter((name) => name.includes(story.conversationId))).toEqual([]);
  });

  test('only sockets that are open now are counted', async () => {
    expect(after.get('selvedge_sockets')).toBe(1);
    expect(after.get('selvedge_visitor_streams')).toBe(0);
    const leaving = new AbortController();
    await fetch(`${watched.url}/api/live`, { signal: leaving.signal });
    story.socket.disconnect();
    await vi.waitFor(async () => {
      const now = await watched.metrics();
      expect(now.get('selvedge_sockets')).toBe(0);
      expect(now.get('selvedge_visitor_streams')).toBe(1);
    });
    leaving.abort();
  });

  test('the server counts its transactions', () => {
    expect(grown('selvedge_transaction_seconds_count')).toBeGreaterThan(5);
    expect(grown('selvedge_mails_total{result="sent"}')).toBeGreaterThanOrEqual(2);
    for (const queue of ['mails', 'pushes', 'webhooks', 'discord'])
      for (const name of ['waiting', 'oldest_seconds', 'failures'])
        expect(after.get(`selvedge_queue_${name}{queue="${queue}"}`)).toBeGreaterThanOrEqual(0);
    expect(grown('selvedge_decode_seconds_count')).toBe(1);
    expect(grown('selvedge_limited_total{limit="archive"}')).toBe(1);
    expect(grown('selvedge_limited_total{limit="mailPerMinute"}')).toBe(2);
    if (engine === 'sqlite') expect(grown('selvedge_commit_writers_count')).toBeGreaterThan(5);
    else expect(after.get('selvedge_pool_connections{state="total"}')).toBeGreaterThan(0);
  });

  test('the process reports its event loop delay', () => {
    for (const name of ['selvedge_event_loop_delay_p99_seconds', 'selvedge_event_loop_delay_max_seconds']) {
      expect(after.get(name)).toBeGreaterThanOrEqual(0);
    }
    expect(after.get('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  });

  test('open reports are counted', async () => {
    const queue = async () => {
      const now = await watched.metrics();
      const counts = ['open', 'appeals', 'overdue'].map((s) =>
        now.get(`selvedge_moderation_queue{state="${s}"}`),
      );
      return { counts, oldest: now.get('selvedge_moderation_oldest_seconds') };
    };
    expect(await queue()).toEqual({ counts: [0, 0, 0], oldest: 0 });
    const json = { subject: 'listing', id: story.listingId, reason: 'scam' };
    const filed = await watched.call('POST', '/api/reports', { json, ...watched.as(story.buyer) });
    expect(filed.status).toBe(201);
    const createdAt = new Date(Date.now() - 49 * 3_600_000);
    await updateRows(watched.db, 'reports', { createdAt });
    const { counts, oldest = 0 } = await queue();
    expect(counts).toEqual([1, 0, 1]);
    expect(Math.round(oldest / 3_600)).toBe(49);
  });

  test('the dashboard uses only existing metrics', async () => {
    const text = await (await fetch(`${watched.url}/metrics`)).text();
    const reported = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const dashboard = readFileSync(DASHBOARD, 'utf8');
    const named = [...dashboard.matchAll(/\b((?:selvedge|process|nodejs)_\w+)/g)].map(([, name = '']) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    );
    expect(named).toEqual(
      expect.arrayContaining(['selvedge_moderation_queue', 'selvedge_moderation_oldest_seconds']),
    );
    // Each engine has its own panel.
    const ofOther = engine === 'sqlite' ? ['selvedge_pool_connections'] : ['selvedge_waiting_writers'];
    expect(new Set(named).size).toBeGreaterThan(15);
    expect([...new Set(named)].filter((name) => !reported.has(name))).toEqual(ofOther);
  });

  test('a request through a proxy needs the token', {
    tags: ['private-metrics'],
  }, async () => {
    const ask = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        request(`${watched.url}/metrics`, { headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
    expect(await ask({})).toBe(200);
    for (const seen of [
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { host: 'shop.example' },
    ]) {
      expect(await ask(seen)).toBe(401);
      expect(await ask({ ...seen, authorization: 'Bearer another token' })).toBe(401);
      expect(await ask({ ...seen, authorization: `Bearer ${TOKEN}` })).toBe(200);
    }
  });
});

test('without a configured token, other machines get 404', async () => {
  const app = new Hono<Env>();
  app.onError((error, c) => c.json({}, STATUS[toProblem(error).code]));
  serveMetrics(app, { text: async () => ({ type: 'text/plain', body: 'secret 1' }) }, undefined);
  const ask = async (remoteAddress: string, headers = {}) =>
    (await app.request('http://localhost/metrics', { headers }, { incoming: { socket: { remoteAddress } } }))
      .status;
  expect(await ask('127.0.0.1')).toBe(200);
  expect(await ask('::1')).toBe(200);
  expect(await ask('192.0.2.7')).toBe(404);
  expect(await ask('192.0.2.7', { authorization: 'Bearer undefined' })).toBe(404);
});
