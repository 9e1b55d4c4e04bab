import type { User } from '@selvedge/shared/members/users';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeSaved, loadSavedIds, savedReceived } from '../../../../web/src/items/saved/change-saved.ts';
import { savedIds } from '../../../../web/src/items/saved/saved-ids.ts';
import { session } from '../../../../web/src/lib/session/session.ts';

vi.mock('../../../../web/src/ui/show-failure.ts', () => ({ showFailure: () => undefined }));
vi.mock('../../../../web/src/lib/instance.ts', () => ({ instance: { features: { saved: true } } }));

interface Request {
  call: string;
  answer(response: Response): void;
}
let requests: Request[] = [];
beforeEach(() => {
  requests = [];
  session.setState({ status: 'signed-in', user: { id: crypto.randomUUID() } as User }, true);
  vi.stubGlobal(
    'fetch',
    (address: string, { method = 'GET' }: RequestInit = {}) =>
      new Promise<Response>((answer) => void requests.push({ call: `${method} ${address}`, answer })),
  );
});
afterEach(() => void vi.unstubAllGlobals());

const ids = () => [...savedIds.getState()];
const done = () => new Response(null, { status: 204 });
const refused = () => Response.json({ code: 'conflict', message: 'No' }, { status: 409 });
/** The next request that was not answered. */
const next = () => vi.waitFor(() => requests.shift() ?? Promise.reject(new Error('no request')));

test('a heart shows before its answer', async () => {
  const change = changeSaved('a', true);
  expect(ids()).toEqual(['a']);
  (await next()).answer(done());
  await change;
  expect(ids()).toEqual(['a']);
});

test('a refused heart is taken back', async () => {
  const change = changeSaved('a', true);
  (await next()).answer(refused());
  await change;
  expect(ids()).toEqual([]);
});

test('presses on one heart are sent in order', async () => {
  const both = Promise.all([changeSaved('a', true), changeSaved('a', false)]);
  const first = await next();
  expect([first.call, requests, ids()]).toEqual(['PUT /api/listings/a/saved', [], []]);
  first.answer(refused());
  const second = await next();
  expect(second.call).toBe('DELETE /api/listings/a/saved');
  savedReceived({ listingId: 'a', isSaved: true });
  second.answer(done());
  await both;
  expect(ids()).toEqual([]);
});

test('ids that were requested before a press keep it', async () => {
  const loading = loadSavedIds();
  const request = await next();
  const change = changeSaved('b', true);
  (await next()).answer(done());
  await change;
  request.answer(Response.json(['a']));
  await loading;
  expect(ids()).toEqual(['a', 'b']);
});

test("another member's ids are not shown", async () => {
  const loading = loadSavedIds();
  const request = await next();
  session.setState({ status: 'signed-out', user: null }, true);
  request.answer(Response.json(['a']));
  await loading;
  expect(ids()).toEqual([]);
});
