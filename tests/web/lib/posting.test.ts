import { WantedFields } from '@selvedge/shared/items/wanted';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { postingOf } from '../../../web/src/lib/posting.ts';
import { memoryStorage } from '../../support/data/memory-storage.ts';

const TYPED = { title: ' Ring  coat', brand: 'Kapital', size: '3', maxPrice: '900', description: '' };
/** The item that the server creates from it. */
const POSTED = { ...TYPED, title: 'Ring coat', maxPrice: '900.00', description: null, id: '1' };
const disconnected = () => Promise.reject(new TypeError('Failed to fetch'));

let sent: (string | undefined)[];
beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoryStorage());
  sent = [];
});
afterEach(() => void vi.unstubAllGlobals());

/** Posts like a form that has just been opened. */
function post(respond: () => Promise<Response>, typed = TYPED) {
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as { clientId?: string }).clientId);
    return respond();
  });
  return postingOf('ana', 'wtb:new', 'Add its photos again.').post('/api/wtb-listings', typed, WantedFields);
}
const postWith = (body: object, status = 201) => post(async () => Response.json(body, { status }));

test('a draft is posted under one id until success', async () => {
  postingOf('ana', 'wtb:new', 'Add its photos again.').assignId();
  await expect(post(disconnected)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(postWith({ code: 'invalid_input', message: 'no' }, 400)).rejects.toMatchObject({
    message: 'no',
  });
  expect(await postWith(POSTED)).toEqual({ posted: POSTED, isAsTyped: true });
  expect(sent[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent).toEqual(Array(3).fill(sent[0]));
  postingOf('ana', 'wtb:new', 'Add its photos again.').clear();
  await postWith(POSTED);
  expect(sent[3]).not.toBe(sent[0]);
});

test('an item posted with other content is recognized', async () => {
  for (const other of [{ title: 'Ring coat, black' }, { maxPrice: '900.50' }, { description: 'Any wash.' }]) {
    sent = [];
    const posted = { ...POSTED, ...other };
    expect(await postWith(posted)).toEqual({ posted, isAsTyped: false });
    await postWith(POSTED);
    expect(sent[1]).toBe(sent[0]);
  }
});

test('reposting a removed item reports the removal', async () => {
  const notFound = { code: 'not_found', message: 'WTB listing not found' };
  await expect(postWith(notFound, 404)).rejects.toEqual({
    code: 'not_found',
    message: 'This was posted earlier and has since been removed. Add its photos again.',
  });
  await postWith(POSTED);
  expect(sent[1]).not.toBe(sent[0]);
});
