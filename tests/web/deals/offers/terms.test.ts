// Before the modules under test.
import '../../../support/data/page.ts';

import { expect, test } from 'vitest';
import { comparedWith, offeredItem, quickPicks, timeLeft } from '../../../../web/src/deals/offers/terms.ts';

const HOUR = 3_600_000;
const listing = {
  ...{ id: '01900000-0000-7000-8000-0000000000d1', title: 'Ring coat', brand: 'Kapital', price: '365.00' },
  ...{ isDiscounted: false, isSold: false, isRemoved: false, images: [] },
};

test('suggested amounts are whole dollars below the price', () => {
  const amounts = (price: string) => quickPicks(price).map(({ amount }) => amount);
  expect(amounts('365.00')).toEqual(['347', '329', '310']);
  expect(amounts('19.99')).toEqual(['18.99', '17.99', '16.99']);
  expect(amounts('0.01')).toEqual(['0.01']);
});

test('suggested counters lie above the bid', () => {
  const amounts = (bid: string) => quickPicks('365.00', bid).map(({ amount }) => amount);
  expect(amounts('300.00')).toEqual(['349', '333', '316']);
  expect(amounts('364.00')).toEqual(['364.75', '364.50', '364.25']);
  expect(amounts('364.99')).toEqual([]);
});

test('an offer is compared with its own price', () => {
  expect(comparedWith('340.00', '365.00')).toBe('7% below $365');
  expect(comparedWith('364.99', '365.00')).toBe('1% below $365');
  expect(comparedWith('365.00', '365.00')).toBe('Full price');
  expect(comparedWith('340.00', null)).toBeNull();
});

test('the time left is rounded up', () => {
  expect(timeLeft(48 * HOUR)).toBe('48 h left');
  expect(timeLeft(46.1 * HOUR)).toBe('47 h left');
  expect(timeLeft(HOUR)).toBe('60 min left');
  expect(timeLeft(1)).toBe('1 min left');
});

test('a listing on hold elsewhere takes no offers here', () => {
  const item = (changes: object) =>
    offeredItem({ listing: { ...listing, ...changes }, wtbListing: null })?.isOnHoldForOther;
  expect(item({})).toBe(false);
  expect(item({ isOnHold: true })).toBe(true);
  expect(item({ isOnHold: true, hold: { until: '2026-11-27T12:00:00.000Z' } })).toBe(false);
});

test('the budget of a WTB limits no offer', () => {
  const wtbListing = {
    ...{ id: listing.id, title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900.00' },
    ...{ isFulfilled: true, isRemoved: false },
  };
  expect(offeredItem({ listing: null, wtbListing })).toEqual({
    price: null,
    currency: 'USD',
    isAvailable: false,
    isOnHoldForOther: false,
  });
});
