import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api, apiList, apiSend, connectApi, holdCalls, messageOf } from '../../../web/src/lib/api.ts';
import { pageLeft } from '../../../web/src/lib/page-left.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  connectApi({ accessToken: async () => null, onUnauthorized: () => undefined });
  holdCalls(Promise.resolve());
});

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
])('the error message "%s" is shown as "%s"', (message, text) => {
  expect(messageOf({ message }, 'Failed')).toBe(text);
});
test('an error without a message names the failed action', () => {
  for (const thrown of [null, undefined, 7, 'text', {}]) expect(messageOf(thrown, 'Failed')).toBe('Failed');
});

test('the message is taken from the response', async () => {
  const problem = { code: 'rate_limited', message: 'You can bump this again in 5h' };
  expect(await call(async () => Response.json(problem, { status: 429 }))).toEqual(problem);
});
test('the error page of a proxy is never shown', async () => {
  const again = 'An unexpected error occurred. Please try again.';
  const page = (status: number) => async () =>
    new Response('<html>Bad Gateway</html>', {
      ...{ status, statusText: 'Bad Gateway', headers: { 'content-type': 'text/html; charset=utf-8' } },
    });
  expect(await call(page(502))).toEqual({ code: 'unavailable', message: again });
  expect(await call(page(403))).toEqual({ code: 'internal', message: again });
  expect(await call(page(200))).toEqual({ code: 'unavailable', message: again });
});
test('a response without JSON is an empty object', async () => {
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
test('the text of a parse error is never shown', () => {
  for (const thrown of [new SyntaxError('Unexpected token <'), new TypeError('x is not a function')]) {
    expect(messageOf(thrown, 'Failed')).toBe('Failed');
  }
});
test('a network failure suggests to try again', async () => {
  const lost = await call(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(lost).toMatchObject({ message: 'An unexpected error occurred. Please try again.' });
});

describe('while the session changes', () => {
  const onUnauthorized = vi.fn();
  /** The tokens of the calls sent, each answered by `respond`. */
  const sent: (string | null)[] = [];
  let token = 'first';
  let respond: () => Response;
  const settle = () => new Promise(setImmediate);

  beforeEach(() => {
    onUnauthorized.mockClear();
    sent.length = 0;
    token = 'first';
    respond = () => Response.json({ id: '1' });
    connectApi({ accessToken: async () => token, onUnauthorized });
    vi.stubGlobal('fetch', async (_path: string, { headers }: RequestInit) => {
      sent.push(new Headers(headers).get('authorization'));
      return respond();
    });
  });
  const refuse = () => Response.json({ code: 'unauthorized', message: 'Sign in first' }, { status: 401 });

  test('a call waits for the new session', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    holdCalls(promise);
    const called = api('GET', '/api/users/ana');
    await settle();
    token = 'second';
    resolve();
    await called;
    expect(sent).toEqual(['Bearer second']);
  });

  test('a call is sent after the change has failed', async () => {
    holdCalls(Promise.reject(new Error('wrong password')));
    await api('GET', '/api/users/ana');
    expect(sent).toEqual(['Bearer first']);
  });

  test('a read refused with the old session is repeated', async () => {
    respond = () => {
      if (token === 'second') return Response.json({ id: '1' });
      token = 'second';
      return refuse();
    };
    expect(await api('GET', '/api/users/ana')).toEqual({ id: '1' });
    expect(sent).toEqual(['Bearer first', 'Bearer second']);
    expect(onUnauthorized).not.toHaveBeenCalled();
  });

  test('a read refused with the current session ends it', async () => {
    respond = refuse;
    await expect(api('GET', '/api/users/ana')).rejects.toMatchObject({ code: 'unauthorized' });
    expect(onUnauthorized).toHaveBeenCalledTimes(1);
  });

  test('a refusal is ignored while leaving the page', async () => {
    vi.stubGlobal('window', { addEventListener: () => undefined });
    respond = () => {
      holdCalls(pageLeft());
      return refuse();
    };
    for (const method of ['GET', 'POST']) {
      holdCalls(Promise.resolve());
      void api(method, '/api/listings').catch(() => undefined);
      await settle();
    }
    expect([sent.length, onUnauthorized.mock.calls.length]).toEqual([2, 0]);
  });

  test('going back to a page sends its calls', async () => {
    const { promise: restored, resolve } = Promise.withResolvers<(event: object) => void>();
    vi.stubGlobal('window', {
      addEventListener: (_: string, listener: (event: object) => void) => resolve(listener),
    });
    holdCalls(pageLeft());
    const called = api('GET', '/api/listings');
    (await restored)({ persisted: false });
    await settle();
    expect(sent).toEqual([]);
    (await restored)({ persisted: true });
    await called;
    expect(sent).toHaveLength(1);
  });
});

/** Counts the calls that are sent, and numbers their responses. */
function countCalls() {
  let sent = 0;
  vi.stubGlobal('fetch', async () => {
    sent += 1;
    return Response.json({ n: sent });
  });
}
const bump = () => api('PATCH', '/api/listings/1/bump');
const sold = (isSold: boolean) => api('PATCH', '/api/listings/1/sold', { isSold });

test('two equal changes at once are sent once', async () => {
  countCalls();
  expect(await Promise.all([bump(), bump()])).toEqual([{ n: 1 }, { n: 1 }]);
  expect(await bump()).toEqual({ n: 2 });
});

test('the last of three toggles is sent', async () => {
  countCalls();
  expect(await Promise.all([sold(true), sold(false), sold(true)])).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});
