import { afterEach, expect, test, vi } from 'vitest';
import { api, apiList, apiSend, messageOf } from '../../../web/src/lib/api.ts';

afterEach(() => void vi.unstubAllGlobals());

const call = async (respond: () => Promise<Response>) => {
  vi.stubGlobal('fetch', respond);
  return api('PATCH', '/api/listings/1/bump').catch((error: unknown) => error);
};

test.each([
  ['404: Not found', 'Not found'],
  ['429: "You can bump this again in 5h"', 'You can bump this again in 5h'],
  ['"Quoted"', 'Quoted'],
  ['Size 404: gone', 'Size 404: gone'],
  ['', 'Failed'],
  ['502: ', 'Failed'],
])('§8 Errors: the message "%s" is shown as "%s"', (message, text) => {
  expect(messageOf({ message }, 'Failed')).toBe(text);
});
test('§8 Errors: an error without a message gets the text of the failed action', () => {
  for (const thrown of [null, undefined, 7, 'text', {}]) expect(messageOf(thrown, 'Failed')).toBe('Failed');
});

test('§8 Errors: the message is taken from the JSON of the response', async () => {
  const problem = { code: 'rate_limited', message: 'You can bump this again in 5h' };
  expect(await call(async () => Response.json(problem, { status: 429 }))).toEqual(problem);
});
test('§8 Errors: the error page of a proxy is never shown', async () => {
  const again = 'An unexpected error occurred. Please try again.';
  const page = (status: number) => async () =>
    new Response('<html>Bad Gateway</html>', {
      ...{ status, statusText: 'Bad Gateway', headers: { 'content-type': 'text/html; charset=utf-8' } },
    });
  expect(await call(page(502))).toEqual({ code: 'unavailable', message: again });
  expect(await call(page(403))).toEqual({ code: 'internal', message: again });
  expect(await call(page(200))).toEqual({ code: 'unavailable', message: again });
});
test('§7 a response without JSON is an empty object, which is neither an item nor a list', async () => {
  const lost = { code: 'unavailable' };
  expect(await call(async () => new Response(''))).toMatchObject(lost);
  expect(await call(async () => Response.json([]))).toMatchObject(lost);
  vi.stubGlobal('fetch', async () => new Response(''));
  await expect(apiList('/api/listings')).rejects.toMatchObject(lost);
  vi.stubGlobal('fetch', async () => Response.json({}));
  await expect(apiList('/api/listings')).rejects.toMatchObject(lost);
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  await expect(apiSend('DELETE', '/api/listings/1')).resolves.toBeDefined();
});
test('§8 Errors: the text of a parse error is never shown', () => {
  for (const thrown of [new SyntaxError('Unexpected token <'), new TypeError('x is not a function')]) {
    expect(messageOf(thrown, 'Failed')).toBe('Failed');
  }
});
test('§8 Errors: a network failure asks the user to try again', async () => {
  const lost = await call(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(lost).toMatchObject({ message: 'An unexpected error occurred. Please try again.' });
});
