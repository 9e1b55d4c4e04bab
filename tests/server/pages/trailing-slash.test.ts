import { NOT_PAGES } from '@selvedge/shared/platform/not-pages';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { pageRoutes } from '../../../server/src/pages/routes.ts';
import { withoutTrailingSlash } from '../../../server/src/pages/trailing-slash.ts';
import type { Env } from '../../../server/src/platform/http/endpoint.ts';
import { worldForAll } from '../../support/world.ts';

const server = worldForAll();

/** The pages that the server knows, with ids. */
const PAGES = (() => {
  const app = new Hono<Env>();
  // Only registered: none of its handlers runs.
  pageRoutes(app, {} as Parameters<typeof pageRoutes>[1]);
  return app.routes.map(({ path }) => path.replaceAll(/:\w+/g, 'x-1'));
})();

const open = async (path: string) => {
  const response = await fetch(server.url + path, { redirect: 'manual' });
  await response.body?.cancel();
  return [response.status, response.headers.get('location')];
};

test('the list of pages is the whole one', () => {
  expect(PAGES.length).toBeGreaterThan(12);
  expect(PAGES.filter((path) => NOT_PAGES.test(path))).toEqual([]);
});

test.each(PAGES.filter((path) => path !== '/'))('%s/ leads to the path without the slash', async (path) => {
  expect(await open(`${path}/`)).toEqual([308, path]);
  expect(await open(`${path}//?q=a%20coat&next=%2F`)).toEqual([308, `${path}?q=a%20coat&next=%2F`]);
});

test.each(['/', '/?brand=x/', '/wtb', '/wtb?q=x/'])('%s is not redirected', async (path) => {
  expect((await open(path))[0]).toBe(200);
});

test.each(['/api/listings/', '/auth/v1/', '/media/', '/assets/', '/favicon.svg/', '/sitemap.xml/'])(
  '%s is no page',
  async (path) => {
    expect((await open(path))[0]).toBe(404);
  },
);

test.each(['//evil.example/', '/\\evil.example/', '///evil.example//', '/./%2F/evil.example/'])(
  '%s stays on this site',
  (path) => {
    const target = withoutTrailingSlash(`https://shop.example${path}`);
    expect(new URL(target ?? '/', 'https://shop.example').origin).toBe('https://shop.example');
  },
);
