import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '../../../web/src/lib/api.ts';
import { showFailure } from '../../../web/src/ui/show-failure.ts';

const told: [title: string, text: string][] = [];
vi.mock('../../../web/src/ui/toast.ts', () => ({
  toast: { error: (title: string, text: string) => told.push([title, text]) },
}));
beforeEach(() => {
  told.length = 0;
});
afterEach(() => void vi.unstubAllGlobals());

const FAILED = 'Failed to create listing. Please try again.';
const afterAnswer = async (answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', answer);
  await api('POST', '/api/listings').catch((error: unknown) => showFailure(error, FAILED));
  return told;
};
const refusal = (status: number, code: string, message: string) =>
  afterAnswer(async () => Response.json({ code, message }, { status }));

test('§8 Errors: a refusal is told with its own words, under "Error"', async () => {
  const message = 'This item has already been sold.';
  expect(await refusal(409, 'conflict', message)).toEqual([['Error', message]]);
});
test('§8 Listings: where the server does not say why, what could not be done is said', async () => {
  await refusal(500, 'internal', 'Something went wrong on our side. Please try again.');
  await afterAnswer(() => Promise.reject(new TypeError('Failed to fetch')));
  await afterAnswer(async () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
  expect(told).toEqual(Array(3).fill(['Error', FAILED]));
});
test('§8 Unauthorized: that is told already', async () => {
  expect(await refusal(401, 'unauthorized', 'Unauthorized')).toEqual([]);
});
