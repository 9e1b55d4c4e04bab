import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '../../../web/src/lib/api.ts';
import { showFailure } from '../../../web/src/ui/show-failure.ts';

const toasts: [title: string, text: string][] = [];
vi.mock('../../../web/src/ui/toast.ts', () => ({
  toast: { error: (title: string, text: string) => toasts.push([title, text]) },
}));
beforeEach(() => {
  toasts.length = 0;
});
afterEach(() => void vi.unstubAllGlobals());

const FAILED = 'Failed to create listing. Please try again.';
const afterResponse = async (respond: () => Promise<Response>) => {
  vi.stubGlobal('fetch', respond);
  await api('POST', '/api/listings').catch((error: unknown) => showFailure(error, FAILED));
  return toasts;
};
const refusal = (status: number, code: string, message: string) =>
  afterResponse(async () => Response.json({ code, message }, { status }));

test('a refusal shows its own message, titled "Error"', async () => {
  const message = 'This item has already been sold.';
  expect(await refusal(409, 'conflict', message)).toEqual([['Error', message]]);
});
test('without a reason, the failed action is named', async () => {
  await refusal(500, 'internal', 'Something went wrong on our side. Please try again.');
  await afterResponse(() => Promise.reject(new TypeError('Failed to fetch')));
  await afterResponse(async () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
  expect(toasts).toEqual(Array(3).fill(['Error', FAILED]));
});
test('an unauthorized call shows no second toast', async () => {
  expect(await refusal(401, 'unauthorized', 'Unauthorized')).toEqual([]);
});
