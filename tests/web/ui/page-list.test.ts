import { readFileSync } from 'node:fs';
import { matchPath } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { Scene } from '../../e2e/dialog-scene.ts';
import { pages } from '../../e2e/pages.ts';

const ROUTES = new URL('../../../web/src/app/pages.tsx', import.meta.url);
const item = { id: '1' };
// A page's address needs no more of a scene.
const SCENE = { mine: item, theirs: item, sold: item, name: 'me', conversationId: '1' } as unknown as Scene;

test("every page is in the browser tests' list", () => {
  const patterns = [...readFileSync(ROUTES, 'utf8').matchAll(/\['([^']+)', \(\) => import/g)].map(
    ([, pattern = '']) => pattern,
  );
  const paths = pages.map(({ path }) => new URL(path(SCENE), 'http://localhost').pathname);
  const missing = patterns.filter((pattern) => !paths.some((path) => matchPath(pattern, path)));
  expect([patterns.length > 5, missing]).toEqual([true, []]);
});

test('no route is listed twice', () => {
  const patterns = readFileSync(ROUTES, 'utf8').match(/(?<=\[')[^']+(?=', \(\) => import)/g) ?? [];
  expect(patterns).toEqual([...new Set(patterns)]);
});
