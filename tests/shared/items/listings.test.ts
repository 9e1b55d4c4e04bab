import { discountOf, EditedFields, ListingFields, NewListing } from '@selvedge/shared/items/listings';
import { CATEGORIES, CONDITIONS } from '@selvedge/shared/platform/limits';
import { describe, expect, test } from 'vitest';
import type { ZodType } from 'zod';

const fields = {
  title: 'Ring coat',
  brand: 'Kapital',
  category: 'Outerwear',
  size: 'L',
  condition: 'Used',
  price: '365',
};
const messagesOf = (schema: ZodType, input: object) =>
  schema.safeParse(input).error?.issues.map(({ message }) => message) ?? [];
/** The form's messages for a valid listing with these changes. */
const errorsFor = (changes: object) => messagesOf(ListingFields, { ...fields, ...changes });

test('a listing has one of five categories', () => {
  expect(CATEGORIES).toEqual(['Tops', 'Bottoms', 'Outerwear', 'Footwear', 'Accessories']);
  expect(CONDITIONS).toEqual(['New/Never worn', 'Gently used', 'Used', 'Very worn']);
  for (const category of CATEGORIES) expect(errorsFor({ category })).toEqual([]);
  for (const condition of CONDITIONS) expect(errorsFor({ condition })).toEqual([]);
  expect(errorsFor({ category: 'Hats', condition: 'Fair' })).toEqual(['Invalid input', 'Invalid input']);
  expect(errorsFor({ category: '', condition: undefined })).toEqual(['Required', 'Required']);
});

describe('a listing form', () => {
  // Each is one grapheme but up to four code units.
  test.each(['x', 'é', 'e\u0301', '🧥', '🇯🇵'])('counts "%s" as one character in every field', (one) => {
    const limits: [field: string, max: number, text: string][] = [
      ['title', 100, 'Title must be less than 100 characters'],
      ['brand', 50, 'Brand must be less than 50 characters'],
      ['size', 5, 'Size must be less than 5 characters'],
      ['description', 1_500, 'Description must be less than 1,500 characters'],
    ];
    for (const [field, max, text] of limits) {
      expect(errorsFor({ [field]: one.repeat(max) }), field).toEqual([]);
      expect(errorsFor({ [field]: one.repeat(max + 1) }), field).toEqual([text]);
    }
  });

  test('requires no description', () => {
    for (const description of [undefined, null, '', ' \n ']) expect(errorsFor({ description })).toEqual([]);
  });

  test.each(['0.01', '0.10', '10000000', '10000000.00', 10_000_000])('accepts a price of %s', (price) => {
    expect(errorsFor({ price })).toEqual([]);
  });
  test.each(['0', '0.00', 0, '-1', '10000000.01', 10_000_000.01, '1e3', '$365', '1,000', '9.999'])(
    'refuses a price of %s',
    (price) => expect(errorsFor({ price })).toEqual(['Price must be a positive number up to $10,000,000']),
  );

  test('requires a price on creation only', () => {
    expect(errorsFor({ price: '' })).toEqual(['Price is required']);
    expect(errorsFor({ price: undefined })).toEqual(['Price is required']);
    expect(messagesOf(EditedFields, { ...fields, price: undefined })).toEqual([]);
  });

  test.each([
    [0, ['No images: Please upload at least one image']],
    [1, []],
    [8, []],
    [9, ['Too many images: You can upload up to 8 images only']],
  ])('with %i images reports %j', (count, messages) => {
    const images = Array.from({ length: count }, (_, n) => `/media/${n}`);
    expect(messagesOf(NewListing, { ...fields, images })).toEqual(messages);
  });
});

describe('a discount', () => {
  test.each([
    ['', ['New price is required']],
    [undefined, ['New price is required']],
    ['0', ['Price must be a positive number']],
    ['-5', ['Price must be a positive number']],
    ['0.01', []],
    ['99.99', []],
    ['100', ['New price must be lower than current price']],
    ['100.01', ['New price must be lower than current price']],
  ])('of $100 to "%s" reports %j', (newPrice, messages) => {
    expect(messagesOf(discountOf('100.00'), { newPrice })).toEqual(messages);
  });
});
