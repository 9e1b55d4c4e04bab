import { WantedFields } from '@selvedge/shared/wanted';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { postingOf } from '../../../web/src/lib/posting.ts';
import { memoryStorage } from '../../support/data/memory-storage.ts';

const TYPED = { title: ' Ring  coat', brand: 'Kapital', size: '3', maxPrice: '900', description: '' };
/** What the server makes of it. */
const POSTED = { ...TYPED, title: 'Ring coat', maxPrice: '900.00', description: null, id: '1' };
const LOST = () => Promise.reject(new TypeError('Failed to fetch'));

let sent: (string | undefined)[];
beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoryStorage());
  sent = [];
});
afterEach(() => void vi.unstubAllGlobals());

/** Posts as a form does that is opened now. */
function post(answer: () => Promise<Response>, typed = TYPED) {
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as { clientId?: string }).clientId);
    return answer();
  });
  return postingOf('ana', 'wtb:new', 'Add its photos again.').post('/api/wtb-listings', typed, WantedFields);
}
const answered = (body: object, status = 201) => post(async () => Response.json(body, { status }));

test('what was assignId is posted under one id until it is there, also by a form that is opened again', async () => {
  postingOf('ana', 'wtb:new', 'Add its photos again.').assignId();
  await expect(post(LOST)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(answered({ code: 'invalid_input', message: 'no' }, 400)).rejects.toMatchObject({
    message: 'no',
  });
  expect(await answered(POSTED)).toEqual({ posted: POSTED, isAsTyped: true });
  expect(sent[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent).toEqual(Array(3).fill(sent[0]));
  postingOf('ana', 'wtb:new', 'Add its photos again.').clear();
  await answered(POSTED);
  expect(sent[3]).not.toBe(sent[0]);
});

test('what was posted as something else is told apart, and stays the one that it is posted as', async () => {
  for (const other of [{ title: 'Ring coat, black' }, { maxPrice: '900.50' }, { description: 'Any wash.' }]) {
    sent = [];
    const posted = { ...POSTED, ...other };
    expect(await answered(posted)).toEqual({ posted, isAsTyped: false });
    await answered(POSTED);
    expect(sent[1]).toBe(sent[0]);
  }
});

test('what was posted and has been removed is said, and is posted anew when it is posted once more', async () => {
  const gone = { code: 'not_found', message: 'WTB listing not found' };
  await expect(answered(gone, 404)).rejects.toEqual({
    code: 'not_found',
    message: 'This was posted earlier and has since been removed. Add its photos again.',
  });
  await answered(POSTED);
  expect(sent[1]).not.toBe(sent[0]);
});
