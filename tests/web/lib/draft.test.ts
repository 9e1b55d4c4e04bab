import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftOf, storeOpenDrafts, takeOpenDraft } from '../../../web/src/lib/draft.ts';
import { memoryStorage } from '../../support/data/memory-storage.ts';

const NEW = 'listing:new';

beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoryStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a draft belongs to the member who typed it', () => {
  draftOf('ana', NEW).save({ title: 'Type II trucker' });
  expect(draftOf('ben', NEW).load()).toBeNull();
  draftOf('ben', NEW).save({ title: 'Ring coat' });
  draftOf('ben', NEW).clear();
  expect(draftOf('ana', NEW).load()).toEqual({ title: 'Type II trucker' });
  expect(draftOf('ana', 'listing:1').load()).toBeNull();
});

test('an unparseable draft is ignored', () => {
  sessionStorage.setItem('selvedge-draft:ana:listing:new', '{"title":');
  expect(draftOf('ana', NEW).load()).toBeNull();
});

test("a form open at the session's end reopens once", () => {
  const stop = draftOf('ana', 'listing:1').opened();
  draftOf('ana', NEW).opened();
  stop();
  storeOpenDrafts();
  expect(takeOpenDraft('ana', 'listing:1')).toBe(false);
  expect(takeOpenDraft('ben', NEW)).toBe(false);
  expect(takeOpenDraft('ana', NEW)).toBe(true);
  expect(takeOpenDraft('ana', NEW)).toBe(false);
});

test("an edit's draft changes only its own fields", () => {
  const first = { title: 'Ring coat', price: '365', photos: ['front'] };
  draftOf('ana', 'listing:1', first).save({ ...first, title: 'Ring coat, dry' });
  const newer = { title: 'Coat', price: '300', photos: ['front', 'back'] };
  expect(draftOf('ana', 'listing:1', newer).load()).toEqual({ ...newer, title: 'Ring coat, dry' });
});
