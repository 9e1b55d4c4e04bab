import {
  bandsOf,
  brandKeyOf,
  foldListingTerms,
  foldWantedTerms,
  isMatch,
  type ListingTerms,
  type WantedTerms,
} from '@selvedge/shared/items/matching';
import { describe, expect, test } from 'vitest';

const wanted: WantedTerms = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPriceCents: 90_000 };
const listing: ListingTerms = {
  title: 'Indigo ring coat, washed',
  brand: 'Kapital',
  category: 'Outerwear',
  size: '3',
  priceCents: 64_000,
};

type Case = [what: string, wanted: Partial<WantedTerms>, listing: Partial<ListingTerms>, expected: boolean];

const CASES: Record<string, Case[]> = {
  brand: [
    ['the same brand matches', {}, {}, true],
    ['another brand does not match', {}, { brand: 'Visvim' }, false],
    ['case is ignored', { brand: 'KAPITAL' }, { brand: 'kapital' }, true],
    ['accents are ignored', { brand: 'Comme des Garcons' }, { brand: 'Comme des Garçons' }, true],
    ['apostrophes are ignored', { brand: "Arc'teryx" }, { brand: 'Arc’teryx' }, true],
    ['invisible characters are ignored', { brand: 'Kapi\u200btal\u3164' }, { brand: 'Kapital' }, true],
    ['dots are ignored', { brand: 'A.P.C.' }, { brand: 'apc' }, true],
    ['letters without a decomposition are folded', { brand: 'Søstrene' }, { brand: 'Sostrene' }, true],
    [
      'a brand that only starts with the same word does not match',
      { brand: 'Kapital' },
      { brand: 'Kapital Kountry' },
      false,
    ],
    ['different brands of punctuation do not match', { brand: '!!!' }, { brand: '???' }, false],
  ],
  words: [
    ['one shared word matches', { title: 'Indigo jacket' }, { title: 'Indigo trucker' }, true],
    ['no shared word does not match', { title: 'Ring coat' }, { title: 'Type II trucker' }, false],
    [
      'a plural matches its singular',
      { title: 'Loafers' },
      { title: 'Penny loafer', category: 'Footwear' },
      true,
    ],
    [
      'accents and case are ignored',
      { title: 'Étole' },
      { title: 'ETOLE in wool', category: 'Accessories' },
      true,
    ],
    [
      'the brand does not count as a shared word',
      { title: 'Kapital ring coat' },
      { title: 'Kapital trucker' },
      false,
    ],
    [
      'a colour does not count as a shared word',
      { title: 'Black ring' },
      { title: 'Black bandana', category: 'Accessories' },
      false,
    ],
    [
      'a title that is only the brand matches every title',
      { title: 'Anything Kapital' },
      { category: 'Footwear' },
      true,
    ],
    ['a listing without a title yet matches', {}, { title: null }, true],
  ],
  category: [
    ['the category that the title names matches', { title: 'A jacket' }, { title: 'Type II trucker' }, true],
    [
      'another category than the title names does not match',
      { title: 'Indigo coat' },
      { title: 'Indigo tee', category: 'Tops' },
      false,
    ],
    [
      'either category of an ambiguous word matches',
      { title: 'Vest' },
      { title: 'Fly vest', category: 'Tops' },
      true,
    ],
    [
      'a listing without a category yet matches',
      { title: 'A coat' },
      { title: 'Ring coat', category: null },
      true,
    ],
    [
      'a title that names no category matches every category',
      { title: 'Century' },
      { title: 'Century denim', category: 'Bottoms' },
      true,
    ],
  ],
  size: [
    ['another size does not match', {}, { size: '4' }, false],
    ['case is ignored', { size: 'xl' }, { size: 'XL' }, true],
    ['a word of the offered size matches', { size: '42' }, { size: 'EU 42' }, true],
    ['a word of the wanted size matches', { size: 'EU 42' }, { size: '42' }, true],
    ['a part of a number does not match', { size: '42' }, { size: '142' }, false],
    ['a half size does not match the whole one', { size: '42' }, { size: 'EU42½' }, false],
    ['the letter of a possessive is not a size', { size: "Men's 10" }, { size: 'S' }, false],
    ['a size in words matches its letter', { size: 'Large' }, { size: 'L' }, true],
    ['any size matches', { size: 'Any' }, { size: '4' }, true],
    ['one size fits all matches', {}, { size: 'OS' }, true],
    ['one of two sizes matches', { size: 'M / L' }, { size: 'L' }, true],
    ['a size within a range of numbers matches', { size: '30-32' }, { size: '31' }, true],
    ['a size outside a range of numbers does not match', { size: '30-32' }, { size: '33' }, false],
    ['a size within a range of letters matches', { size: 'S–L' }, { size: 'M' }, true],
    ['the word before the size is ignored', { size: 'size 3' }, {}, true],
    ['a decimal comma matches a decimal point', { size: '9.5' }, { size: '9,5' }, true],
    ['a half size does not match the same digits without a point', { size: '9.5' }, { size: '95' }, false],
    ['a listing without a size yet matches', {}, { size: null }, true],
  ],
  price: [
    ['a price equal to the budget matches', {}, { priceCents: 90_000 }, true],
    ['a price one cent above the budget does not match', {}, { priceCents: 90_001 }, false],
    ['a listing without a price yet matches', {}, { priceCents: null }, true],
  ],
};

for (const [rule, cases] of Object.entries(CASES)) {
  describe(`matching by ${rule}`, () => {
    test.each(cases)('%s', (_, wantedChanges, offerChanges, expected) => {
      expect(
        isMatch(
          foldWantedTerms({ ...wanted, ...wantedChanges }),
          foldListingTerms({ ...listing, ...offerChanges }),
        ),
      ).toBe(expected);
    });
  });
}

test('spellings of a brand share one key', () => {
  expect(brandKeyOf(' Comme des GARÇONS ')).toBe('commedesgarcons');
  expect(brandKeyOf('ﷺ'.repeat(50)).length).toBeLessThanOrEqual(600);
});

test('budgets are only shown as bands', () => {
  expect(bandsOf([])).toEqual([]);
  expect(bandsOf([20_000, 20_001, 34_900, 9_999_900])).toEqual([
    { from: 10_000, to: 20_000, people: 1 },
    { from: 20_000, to: 35_000, people: 2 },
    { from: 1_000_000, to: null, people: 1 },
  ]);
});
