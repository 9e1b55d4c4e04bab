import { expect, test } from 'vitest';
import { withDetails } from '../../../../web/src/items/listings/details.ts';

const trust = { deals: 2, vouches: 1 };
const business = {
  name: 'Marlow GmbH',
  address: 'Main St. 1',
  email: 'shop@example.com',
  registerNumber: null,
};
const proofPhoto = { url: '/p', placeholder: '', code: 'BCDFHJ', takenAt: '2026-11-23T12:00:00Z' };
const fetched = {
  id: 'l1',
  price: '80.00',
  seller: { id: 's', username: 'marlow', trust, business },
  proofPhoto,
};

test('a live update retains the details it lacks', () => {
  const updated = { id: 'l1', price: '70.00', seller: { id: 's', username: 'marlow2' } };
  expect(withDetails(fetched, updated)).toEqual({
    ...updated,
    seller: { ...updated.seller, trust, business },
    proofPhoto,
  });
});

test('a removed proof photo does not stay', () => {
  const seller = { ...fetched.seller, trust: { deals: 3, vouches: 2 } };
  const updated = { ...fetched, seller, proofPhoto: null };
  expect(withDetails(fetched, updated)).toEqual(updated);
});

test('a discount that has ended does not stay', () => {
  const { originalPrice, ...updated } = { ...fetched, originalPrice: '90.00' };
  expect(withDetails({ ...updated, originalPrice }, updated)).not.toHaveProperty('originalPrice');
});
