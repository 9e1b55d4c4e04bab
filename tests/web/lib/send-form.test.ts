import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LOST, sendForm } from '../../../web/src/lib/send-form.ts';

interface FakeResponse {
  status: number;
  body: string;
  retryAfter?: string;
}
let response: FakeResponse;

/** A minimal XMLHttpRequest that responds at once. */
class FakeRequest {
  upload = {};
  onload: () => void = () => undefined;
  onloadend: () => void = () => undefined;
  open = () => undefined;
  setRequestHeader = () => undefined;
  abort = () => undefined;
  get status() {
    return response.status;
  }
  get responseText() {
    return response.body;
  }
  statusText = 'In other words';
  getResponseHeader = (name: string) => (name === 'retry-after' ? (response.retryAfter ?? null) : null);
  send = () => {
    this.onload();
    this.onloadend();
  };
}

beforeEach(() => void vi.stubGlobal('XMLHttpRequest', FakeRequest));
afterEach(() => void vi.unstubAllGlobals());

const refusal = (next: FakeResponse): Promise<unknown> => {
  response = next;
  return sendForm('/api/uploads', new FormData(), () => undefined).catch((error: unknown) => error);
};
const PAGE = '<html><body>Request Entity Too Large</body></html>';

test.each([
  [413, 'forbidden', expect.stringMatching(/in front of this site refuses files of this size/)],
  [415, 'unsupported_type', 'Invalid file type'],
  [429, 'rate_limited', 'Too many uploads. Please try again later.'],
  [403, 'internal', 'The upload was refused.'],
])('a form that gets %d fails as %s', async (status, code, message) => {
  expect(await refusal({ status, body: PAGE })).toEqual({ code, message });
  expect(await refusal({ status, body: '{"error":"no"}' })).toMatchObject({ code });
});

test('a gateway error counts as a lost connection', async () => {
  for (const status of [200, 408, 502, 503, 504]) expect(await refusal({ status, body: PAGE })).toBe(LOST);
});

test("the server's refusal retains its message", async () => {
  const problem = { code: 'rate_limited', message: 'Please try again in 30 minutes.' };
  const refused = await refusal({ status: 429, body: JSON.stringify(problem), retryAfter: '1800' });
  expect(refused).toEqual({ ...problem, retryAfter: 1_800 });
  const down = { code: 'storage_down', message: 'Photos are out of reach' };
  expect(await refusal({ status: 503, body: JSON.stringify(down) })).toEqual(down);
});
