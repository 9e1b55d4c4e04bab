import { expect, test } from 'vitest';
import {
  createDraftStorage,
  draftChangedBy,
} from '../../../../web/src/conversations/storage/draft-storage.ts';
import { memoryStorage } from '../../../support/data/memory-storage.ts';

test('drafts of two tabs do not overwrite each other', () => {
  const storage = memoryStorage();
  const [one, other] = [createDraftStorage(storage, () => 1), createDraftStorage(storage, () => 2)];
  one.save('ana', 'c1', 'in one');
  other.save('ana', 'c2', 'in the other');
  other.save('ben', 'c1', 'of another member');
  one.save('ana', 'c1', 'in one, and more');
  expect(one.load('ana')).toEqual({ c1: 'in one, and more', c2: 'in the other' });
  other.save('ana', 'c2', '');
  expect(one.load('ana')).toEqual({ c1: 'in one, and more' });
  one.clear('ana');
  expect([one.load('ana'), one.load('ben')]).toEqual([{}, { c1: 'of another member' }]);
});

test('the oldest drafts beyond the limit are deleted', () => {
  let now = 0;
  const drafts = createDraftStorage(memoryStorage(), () => now);
  for (; now < 300; now += 1) drafts.save('ana', `c${now}`, 'typed');
  drafts.save('ana', 'c150', 'typed again');
  drafts.save('ana', 'c300', 'typed');
  const stored = Object.keys(drafts.load('ana'));
  expect(stored).toHaveLength(200);
  expect(stored).toContain('c150');
  expect(stored).not.toContain('c100');
});

test('a storage event identifies the changed draft', () => {
  const value = JSON.stringify({ text: 'hello', at: 1 });
  const key = 'selvedge-typed:ana:c1';
  const draft = { personId: 'ana', key: 'c1' };
  expect(draftChangedBy({ key, oldValue: null, newValue: value })).toEqual({
    ...draft,
    before: '',
    text: 'hello',
  });
  expect(draftChangedBy({ key, oldValue: value, newValue: null })).toEqual({
    ...draft,
    before: 'hello',
    text: '',
  });
  expect(draftChangedBy({ key: 'selvedge-auth', oldValue: null, newValue: '{}' })).toBeNull();
  expect(draftChangedBy({ key: null, oldValue: null, newValue: null })).toBeNull();
});
