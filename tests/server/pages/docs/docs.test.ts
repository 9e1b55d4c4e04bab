import { readFileSync } from 'node:fs';
import { WEBHOOK_EVENTS } from '@selvedge/shared/notifications/webhook-events';
import { events, requests } from '@selvedge/shared/platform/realtime';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Hono } from 'hono';
import { beforeAll, expect, test } from 'vitest';
import type { AsyncApi } from '../../../../server/src/pages/docs/asyncapi.ts';
import type { OpenApi } from '../../../../server/src/pages/docs/openapi.ts';
import { closeApi } from '../../../../server/src/platform/http/app.ts';
import type { Env } from '../../../../server/src/platform/http/endpoint.ts';
import { worldForAll } from '../../../support/world.ts';

const ASYNCAPI_3 = new URL(import.meta.resolve('@asyncapi/specs/schemas/3.0.0-without-$id.json'));

const server = worldForAll();
let rest: OpenApi;
let live: AsyncApi;
let page: { html: string; headers: Headers };
beforeAll(async () => {
  const get = (path: string) => fetch(server.url + path);
  rest = (await (await get('/api/openapi.json')).json()) as OpenApi;
  live = (await (await get('/api/asyncapi.json')).json()) as AsyncApi;
  const response = await get('/api/docs');
  page = { html: await response.text(), headers: response.headers };
});

/** Collects every `$ref` of a document. */
function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(refsIn)];
}
/** Resolves a reference. @returns undefined if it is dangling. */
const follow = (document: object, ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
const dangling = (document: object) => refsIn(document).filter((ref) => follow(document, ref) === undefined);
const unnamed = (document: { components: { schemas: object } }) =>
  Object.keys(document.components.schemas).filter((name) => !/^[A-Z]/.test(name));

test('the live document is valid AsyncAPI 3.0', () => {
  const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true, validateFormats: false }));
  const isAsyncApi = ajv.compile(JSON.parse(readFileSync(ASYNCAPI_3, 'utf8')) as object);
  isAsyncApi(live);
  expect(isAsyncApi.errors ?? []).toEqual([]);
  expect([dangling(live), unnamed(live)]).toEqual([[], []]);

  const named = (kind: string) =>
    Object.entries(live.components.messages).flatMap(([key, { name }]) =>
      key.startsWith(`${kind}.`) ? [name] : [],
    );
  expect(named('request')).toEqual(Object.keys(requests));
  const withReply = Object.entries(requests).filter(([, request]) => 'reply' in request);
  expect(named('ack')).toEqual(withReply.map(([name]) => name));
  expect(named('event')).toEqual(Object.keys(events));
  expect(named('webhook')).toEqual(WEBHOOK_EVENTS);
  expect(Object.keys(live.operations)).toHaveLength(
    1 + Object.keys(requests).length + Object.keys(events).length + WEBHOOK_EVENTS.length,
  );
});

test('the REST document is OpenAPI 3.1', {
  tags: ['documented-contract'],
}, () => {
  expect(rest.openapi).toBe('3.1.0');
  expect([dangling(rest), unnamed(rest)]).toEqual([[], []]);
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  ajv.addSchema({ $id: 'rest', ...rest });
  for (const name of Object.keys(rest.components.schemas)) {
    expect(() => ajv.compile({ $ref: `rest#/components/schemas/${name}` }), name).not.toThrow();
  }
  const operations = Object.values(rest.paths).flatMap((methods) => Object.values(methods)) as {
    operationId: string;
  }[];
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  expect(operations.length).toBeGreaterThan(50);
});

test('the REST document lists exactly the accepted methods', async () => {
  for (const [template, methods] of Object.entries(rest.paths)) {
    const path = template.replace(/\{\w+\}/g, '01900000-0000-7000-8000-00000000000a');
    const { status, headers } = await fetch(server.url + path, { method: 'OPTIONS' });
    expect([template, status]).toEqual([template, 405]);
    const allowed = headers.get('allow')?.toLowerCase().split(', ').sort();
    expect([template, allowed]).toEqual([template, Object.keys(methods).sort()]);
  }
});

test('a route without schemas keeps the server from starting', () => {
  const app = new Hono<Env>().get('/api/stray', (c) => c.text(''));
  expect(() => closeApi(app, { endpoints: [], countVisit: async () => undefined })).toThrow(
    'GET /api/stray has no schemas',
  );
});

test('the REST document states who may call an endpoint', () => {
  const list = rest.paths['/api/listings'] as Record<string, { security: object[]; parameters: object[] }>;
  const keys = rest.paths['/api/keys'] as typeof list;
  expect(list.get?.security).toEqual([{}, { accessToken: [] }, { apiKey: ['read'] }]);
  expect(list.post?.security).toEqual([{ accessToken: [] }, { apiKey: ['items'] }]);
  expect(keys.post?.security).toEqual([{ accessToken: [] }]);
  expect(list.get?.parameters).toContainEqual({
    name: 'limit',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 60 },
  });
  expect(follow(rest, '#/components/schemas/Problem')).toMatchObject({ required: ['code', 'message'] });
});

test('the REST document declares ETags with their 304', () => {
  type Documented = {
    parameters: { in: string; name: string }[];
    responses: Record<string, { headers?: object }>;
  };
  const cacheable = Object.entries(rest.paths).flatMap(([path, { get }]) => {
    const { parameters, responses } = (get ?? { parameters: [], responses: {} }) as Documented;
    const hasCondition = parameters.some((one) => one.in === 'header' && one.name === 'If-None-Match');
    const declares = ['200', '304'].map((status) => Object.hasOwn(responses[status]?.headers ?? {}, 'ETag'));
    return hasCondition || responses[304] ? [[path, hasCondition, ...declares] as const] : [];
  });
  expect(cacheable.toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual([
    ['/api/listing-sizes', true, true, true],
    ['/api/listings', true, true, true],
    ['/api/listings/{id}', true, true, true],
    ['/api/suggestions', true, true, true],
    ['/api/wtb-listings', true, true, true],
    ['/api/wtb-listings/{id}', true, true, true],
  ]);
});

test('the docs page shows every call', () => {
  const ids = new Set([...page.html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const links = [...page.html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
  for (const methods of Object.values(rest.paths)) {
    for (const operation of Object.values(methods) as { operationId: string }[]) {
      expect(ids).toContain(operation.operationId);
    }
  }
  for (const key of Object.keys(live.components.messages)) {
    expect(ids.has(`live-${key}`), key).toBe(/^(request|event|handshake)/.test(key));
  }
  expect(page.html).not.toMatch(/<script|<link|<img|style="|https?:\/\/(?!localhost)/);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
});
