import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LOST, sendForm } from '../../../web/src/lib/send-form.ts';

interface Answer {
  status: number;
  body: string;
  retryAfter?: string;
}
let answer: Answer;

/** What is used of the browser's own, answered at once. */
class AnsweredRequest {
  upload = {};
  onload: () => void = () => undefined;
  onloadend: () => void = () => undefined;
  open = () => undefined;
  setRequestHeader = () => undefined;
  abort = () => undefined;
  get status() {
    return answer.status;
  }
  get responseText() {
    return answer.body;
  }
  statusText = 'In other words';
  getResponseHeader = (name: string) => (name === 'retry-after' ? (answer.retryAfter ?? null) : null);
  send = () => {
    this.onload();
    this.onloadend();
  };
}

beforeEach(() => void vi.stubGlobal('XMLHttpRequest', AnsweredRequest));
afterEach(() => void vi.unstubAllGlobals());

const refusal = (given: Answer): Promise<unknown> => {
  answer = given;
  return sendForm('/api/uploads', new FormData(), () => undefined).catch((error: unknown) => error);
};
const PAGE = '<html><body>Request Entity Too Large</body></html>';

test.each([
  [413, 'too_large', 'File too large'],
  [415, 'unsupported_type', 'Invalid file type'],
  [429, 'rate_limited', 'Too many uploads. Please try again later.'],
  [403, 'internal', 'the upload was refused'],
])('a form that a proxy refuses with %d is refused for good, as %s', async (status, code, message) => {
  expect(await refusal({ status, body: PAGE })).toEqual({ code, message });
  expect(await refusal({ status, body: '{"error":"no"}' })).toMatchObject({ code });
});

test('what a proxy could not bring to the server is as if the connection were lost', async () => {
  for (const status of [200, 408, 502, 503, 504]) expect(await refusal({ status, body: PAGE })).toBe(LOST);
});

test('the server is heard in its own words, with how long it asks to wait', async () => {
  const problem = { code: 'rate_limited', message: 'Please try again in 30 minutes.' };
  const told = await refusal({ status: 429, body: JSON.stringify(problem), retryAfter: '1800' });
  expect(told).toEqual({ ...problem, retryAfter: 1_800 });
  const down = { code: 'storage_down', message: 'Photos are out of reach' };
  expect(await refusal({ status: 503, body: JSON.stringify(down) })).toEqual(down);
});
