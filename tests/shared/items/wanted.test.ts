import { NewWanted } from '@selvedge/shared/items/wanted';
import { mayWanted, WANTED_ACTIONS, type WantedAction } from '@selvedge/shared/platform/policy';
import { describe, expect, test } from 'vitest';

const fields = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900', description: '' };
const messagesOf = (changes: object) =>
  NewWanted.safeParse({ ...fields, ...changes }).error?.issues.map(({ message }) => message) ?? [];

describe('the fields of a WTB', () => {
  const limits: [field: string, max: number, text: string][] = [
    ['title', 100, 'Title must be less than 100 characters'],
    ['brand', 50, 'Brand must be less than 50 characters'],
    ['size', 10, 'Size must be less than 10 characters'],
    ['description', 1_500, 'Description must be less than 1,500 characters'],
  ];
  test.each(limits)('%s may have at most %i characters', (field, max, text) => {
    expect(messagesOf({ [field]: '🇯🇵'.repeat(max) })).toEqual([]);
    expect(messagesOf({ [field]: ` ${'🇯🇵'.repeat(max)} ` })).toEqual([]);
    expect(messagesOf({ [field]: '🇯🇵'.repeat(max + 1) })).toEqual([text]);
  });

  test.each(['0.01', '900', '10000000', '10000000.00', 10_000_000])(
    'a budget of %s is accepted',
    (maxPrice) => {
      expect(messagesOf({ maxPrice })).toEqual([]);
    },
  );
  test.each(['0', '0.00', '-1', '10000000.01', '1e3', '$900', '1,000', '9.999'])(
    'a budget of %s is refused',
    (maxPrice) => {
      expect(messagesOf({ maxPrice })).toEqual(['Budget must be a positive number up to $10,000,000']);
    },
  );

  test('everything except the description is required', () => {
    expect(messagesOf({ title: ' ', brand: '', size: '\n', maxPrice: '', description: null })).toEqual([
      'Required',
      'Required',
      'Required',
      'Required',
    ]);
  });
});

test('the actions on a WTB depend on the role', () => {
  const [owner, other] = [{ id: 'a' }, { id: 'b' }];
  const mayNow = (viewer: { id: string } | null, isFulfilled: boolean) =>
    (Object.keys(WANTED_ACTIONS) as WantedAction[]).filter((action) =>
      mayWanted(action, viewer, { buyer: owner, isFulfilled }),
    );
  expect(mayNow(owner, false)).toEqual(['edit', 'bump', 'fulfill', 'remove']);
  expect(mayNow(owner, true)).toEqual(['remove']);
  expect(mayNow(other, false)).toEqual(['message']);
  expect(mayNow(other, true)).toEqual([]);
  expect(mayNow(null, false)).toEqual(['message']);
});
