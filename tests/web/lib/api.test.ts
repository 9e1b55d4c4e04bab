import { afterEach, expect, test, vi } from 'vitest';
import { api, messageOf } from '../../../web/src/lib/api.ts';

afterEach(() => void vi.unstubAllGlobals());

const call = async (answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', answer);
  return api('PATCH', '/api/listings/1/bump').catch((error: unknown) => error);
};

test.each([
  ['404: Not found', 'Not found'],
  ['429: "You can bump this again in 5h"', 'You can bump this again in 5h'],
  ['"Quoted"', 'Quoted'],
  ['Size 404: gone', 'Size 404: gone'],
  ['', 'Failed'],
  ['502: ', 'Failed'],
])('§8 Errors: of "%s" a person reads "%s"', (message, text) => {
  expect(messageOf({ message }, 'Failed')).toBe(text);
});
test('§8 Errors: what has no words gets those of what was tried', () => {
  for (const thrown of [null, undefined, 7, 'text', {}]) expect(messageOf(thrown, 'Failed')).toBe('Failed');
});

test('§8 Errors: the words of the server are taken out of its JSON', async () => {
  const problem = { code: 'rate_limited', message: 'You can bump this again in 5h' };
  expect(await call(async () => Response.json(problem, { status: 429 }))).toEqual(problem);
});
test('§8 Errors: an answer that is no JSON is told by its status', async () => {
  const refused = await call(async () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
  expect(refused).toMatchObject({ message: '502: Bad Gateway' });
});
test('§8 Errors: a network failure says to try again', async () => {
  const lost = await call(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(lost).toMatchObject({ message: 'An unexpected error occurred. Please try again.' });
});
