import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { newId } from '../../../web/src/lib/new-id.ts';

test('a new id is a random UUID without https', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const ids = Array.from({ length: 100 }, newId);
  vi.unstubAllGlobals();
  for (const id of ids) expect(z.uuidv4().safeParse(id).success, id).toBe(true);
  expect(new Set(ids).size).toBe(100);
});
