import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { wantedDraft } from '../../../../web/src/items/wanted/draft.ts';
import { memoryStorage } from '../../../support/data/memory-storage.ts';

beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoryStorage());
});
afterEach(() => void vi.unstubAllGlobals());

const postedAs = () => sessionStorage.getItem('selvedge-draft:ana:wtb:new:posting');

test('a new WTB has one id until saved', () => {
  const draft = wantedDraft('ana', null);
  expect(postedAs()).toBeNull();
  draft.save({ ...draft.load(), title: 'Ring coat' });
  const id = postedAs();
  expect(id).not.toBeNull();
  wantedDraft('ana', null).save({ ...draft.load(), brand: 'Kapital' });
  expect(postedAs()).toBe(id);
  draft.clear();
  expect(postedAs()).toBeNull();
});
