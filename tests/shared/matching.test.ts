import {
  bandsOf,
  brandKeyOf,
  foldOffer,
  foldWantedTerms,
  isMatch,
  type Offer,
  type WantedTerms,
} from '@selvedge/shared/matching';
import { describe, expect, test } from 'vitest';

const wanted: WantedTerms = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPriceCents: 90_000 };
const offer: Offer = {
  title: 'Indigo ring coat, washed',
  brand: 'Kapital',
  category: 'Outerwear',
  size: '3',
  priceCents: 64_000,
};

type Case = [what: string, wanted: Partial<WantedTerms>, offer: Partial<Offer>, expected: boolean];

const CASES: Record<string, Case[]> = {
  brand: [
    ['the same', {}, {}, true],
    ['another', {}, { brand: 'Visvim' }, false],
    ['in another case', { brand: 'KAPITAL' }, { brand: 'kapital' }, true],
    ['without its accents', { brand: 'Comme des Garcons' }, { brand: 'Comme des Garçons' }, true],
    ['without its dots', { brand: 'A.P.C.' }, { brand: 'apc' }, true],
    ['of letters that are not decomposed', { brand: 'Søstrene' }, { brand: 'Sostrene' }, true],
    ['that only begins so', { brand: 'Kapital' }, { brand: 'Kapital Kountry' }, false],
    ['of signs alone, another', { brand: '!!!' }, { brand: '???' }, false],
  ],
  words: [
    ['one is shared', { title: 'Indigo jacket' }, { title: 'Indigo trucker' }, true],
    ['none is shared', { title: 'Ring coat' }, { title: 'Type II trucker' }, false],
    ['a plural', { title: 'Loafers' }, { title: 'Penny loafer', category: 'Footwear' }, true],
    ['with accents', { title: 'Étole' }, { title: 'ETOLE in wool', category: 'Accessories' }, true],
    ['the brand is none', { title: 'Kapital ring coat' }, { title: 'Kapital trucker' }, false],
    ['a colour is none', { title: 'Black ring' }, { title: 'Black bandana', category: 'Accessories' }, false],
    ['the title is the brand alone', { title: 'Anything Kapital' }, { category: 'Footwear' }, true],
    ['of the listing are not typed yet', {}, { title: null }, true],
  ],
  category: [
    ['the one that the title names', { title: 'A jacket' }, { title: 'Type II trucker' }, true],
    [
      'another than the title names',
      { title: 'Indigo coat' },
      { title: 'Indigo tee', category: 'Tops' },
      false,
    ],
    ['one of two that a word stands for', { title: 'Vest' }, { title: 'Fly vest', category: 'Tops' }, true],
    ['not chosen yet', { title: 'A coat' }, { title: 'Ring coat', category: null }, true],
    ['the title names none', { title: 'Century' }, { title: 'Century denim', category: 'Bottoms' }, true],
  ],
  size: [
    ['another', {}, { size: '4' }, false],
    ['in another case', { size: 'xl' }, { size: 'XL' }, true],
    ['in words', { size: 'Large' }, { size: 'L' }, true],
    ['any', { size: 'Any' }, { size: '4' }, true],
    ['one size', {}, { size: 'OS' }, true],
    ['one of two', { size: 'M / L' }, { size: 'L' }, true],
    ['between two numbers', { size: '30-32' }, { size: '31' }, true],
    ['beyond two numbers', { size: '30-32' }, { size: '33' }, false],
    ['between two letters', { size: 'S–L' }, { size: 'M' }, true],
    ['with the word', { size: 'size 3' }, {}, true],
    ['a half', { size: '9.5' }, { size: '9,5' }, true],
    ['a half is not without its dot', { size: '9.5' }, { size: '95' }, false],
    ['not typed yet', {}, { size: null }, true],
  ],
  price: [
    ['at the budget', {}, { priceCents: 90_000 }, true],
    ['a cent above it', {}, { priceCents: 90_001 }, false],
    ['not typed yet', {}, { priceCents: null }, true],
  ],
};

for (const [rule, cases] of Object.entries(CASES)) {
  describe(`a match by ${rule}`, () => {
    test.each(cases)('%s', (_, wantedChanges, offerChanges, expected) => {
      expect(
        isMatch(foldWantedTerms({ ...wanted, ...wantedChanges }), foldOffer({ ...offer, ...offerChanges })),
      ).toBe(expected);
    });
  });
}

test('spellings of a brand share one key of bounded length', () => {
  expect(brandKeyOf(' Comme des GARÇONS ')).toBe('commedesgarcons');
  expect(brandKeyOf('ﷺ'.repeat(50)).length).toBeLessThanOrEqual(600);
});

test('budgets are only shown as bands that include their upper bound', () => {
  expect(bandsOf([])).toEqual([]);
  expect(bandsOf([20_000, 20_001, 34_900, 9_999_900])).toEqual([
    { from: 10_000, to: 20_000, people: 1 },
    { from: 20_000, to: 35_000, people: 2 },
    { from: 1_000_000, to: null, people: 1 },
  ]);
});
