import type { ClosetPreview } from '@selvedge/shared/items/closet';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '../../../support/people/accounts.ts';
import { openCloset, zipOf } from '../../../support/people/closet.ts';
import { worldForAll } from '../../../support/world.ts';

const world = worldForAll();
let marlow: Member;
let closet: ReturnType<typeof openCloset>;
beforeAll(async () => {
  marlow = await world.join('marlow');
  closet = openCloset(world);
});

const preview = (csv: string | Uint8Array, photos: string[] = []): Promise<ClosetPreview> =>
  closet.preview(marlow, zipOf(csv, Object.fromEntries(photos.map((name) => [name, new Uint8Array(1)]))));
const COLUMNS = 'Title;Brand;Category;Size;Condition;Price;Photos';

describe('the preview of a file', () => {
  test.for([
    ['99,50', '99.50'],
    ['1.234,56', '1234.56'],
    ['"1,234.56"', '1234.56'],
    ['1.000', '1000.00'],
    ['$ 45,–', '45.00'],
  ])('understands the price %s as %s', async ([typed, price]) => {
    const { rows } = await preview(`${COLUMNS}\nCoat;Kapital;Outerwear;L;Used;${typed};a.jpg`, ['a.jpg']);
    expect(rows).toMatchObject([{ price, problems: [] }]);
  });

  test.for([
    ['a comma', ','],
    ['a semicolon', ';'],
    ['a tab', '\t'],
  ])('finds %s between columns', async ([, separator]) => {
    const { rows } = await preview(
      `${COLUMNS}\nCoat;Kapital;Outerwear;L;Used;5;a.jpg`.replaceAll(';', separator ?? ''),
      ['a.jpg'],
    );
    expect(rows).toMatchObject([{ title: 'Coat', problems: [] }]);
  });

  const accented = `${COLUMNS}\nMäntel “é”;Kapital;Outerwear;L;Used;5;a.jpg`;
  const utf16 = (mark: boolean) => Buffer.from((mark ? '\ufeff' : '') + accented, 'utf16le');
  test.for<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(accented)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${accented}`)],
    ['UTF-16 LE', utf16(true)],
    ['UTF-16 LE without a mark', utf16(false)],
    ['UTF-16 BE', utf16(true).swap16()],
    ['Windows-1252', Buffer.from(accented.replace('“', '\x93').replace('”', '\x94'), 'latin1')],
  ])('reads %s', async ([, bytes]) => {
    expect((await preview(bytes)).rows[0]?.title).toBe('Mäntel “é”');
  });

  test('says in words what is wrong with each row', async () => {
    const { rows } = await preview(
      [
        COLUMNS,
        ';Kapital;Outerwear;L;Used;5;a.jpg',
        'Coat;;Widgets;EXTRALARGE;Unknown;5 or 6;b.jpg',
        'Coat;Kapital;Outerwear;L;Used;5;https://example.com/x/c.jpg?v=1',
      ].join('\n'),
      ['a.jpg'],
    );
    expect(rows.map(({ number, problems }) => [number, ...problems.map(({ message }) => message)])).toEqual([
      [2, 'Title is required'],
      [
        3,
        'Brand is required',
        '“Widgets” is no category here: Tops, Bottoms, Outerwear, Footwear, Accessories',
        'Size must be less than 5 characters',
        '“Unknown” is no condition here: New/Never worn, Gently used, Used, Very worn',
        'The price “5 or 6” is no single amount.',
        'Put “b.jpg” into a ZIP with the CSV.',
      ],
      [4, 'Addresses of photos are not fetched. Put “c.jpg” into a ZIP with the CSV.'],
    ]);
  });

  test.for([
    ['an empty line', ''],
    ['a line of separators', ';;;;;;'],
    ['a line of spaces', ' ; ;;;;;'],
  ])('numbers rows as spreadsheets do after %s', async ([, blank]) => {
    const row = 'Coat;Kapital;Outerwear;L;Used;5;a.jpg';
    const { rows } = await preview([blank, COLUMNS, row, blank, blank, row, blank, ''].join('\n'), ['a.jpg']);
    expect(rows.map(({ number, problems }) => [number, problems])).toEqual([
      [2, []],
      [5, []],
    ]);
  });

  test('finds a row after thousands of blank lines', async () => {
    const { rows } = await preview(`${COLUMNS}${'\n'.repeat(6_000)}Coat;Kapital;Outerwear;L;Used;5;a.jpg`, [
      'a.jpg',
    ]);
    expect(rows).toMatchObject([{ number: 6_001, problems: [] }]);
  });

  test('matches photos by the file name in an address', async () => {
    const { rows } = await preview(
      `${COLUMNS}\nCoat;Kapital;Outerwear;L;Used;5;https://cdn.example/s/My%20Coat.JPG?v=9`,
      ['photos/my coat.jpg'],
    );
    expect(rows).toMatchObject([{ photos: ['photos/my coat.jpg'], problems: [] }]);
  });

  test('sets one value for all rows', async () => {
    const file = zipOf('Title,Price,Photo\nCoat,5,a.jpg\nParka,6,a.jpg', { 'a.jpg': new Uint8Array(1) });
    const { match } = await closet.preview(marlow, file);
    const all = { brand: 'Kapital', category: 'Outerwear', size: 'L', condition: 'Used' };
    const { rows } = await closet.preview(marlow, file, { ...match, all });
    expect(rows).toMatchObject([
      { ...all, problems: [] },
      { ...all, problems: [] },
    ]);
  });

  const priced = async (price: string, column = 'Price', currency = '') => {
    const columns = `${COLUMNS.replace('Price', column)};Currency`;
    const file = `${columns}\nCoat;Kapital;Outerwear;L;Used;${price};a.jpg;${currency}`;
    const { rows } = await preview(file, ['a.jpg']);
    return rows[0]?.problems.map(({ field, message }) => `${field}: ${message}`);
  };

  test.for<[price: string, mark: string]>([
    ['€ 99,00', '€'],
    ['99 EUR', 'EUR'],
    ['99 euro', 'euro'],
    ['£5', '£'],
    ['CA$ 5', 'CA$'],
    ['CAD$5', 'CAD'],
    ['500 kr.', 'kr'],
    ['120 zł', 'zł'],
    ['₿ 5', '₿'],
  ])('takes no price of %s', async ([price, mark]) => {
    expect(await priced(price)).toEqual([`price: The price is in ${mark}; prices here are in USD.`]);
  });

  test.for(['$99', '99 USD', 'US$ 99', 'usd 99', '＄99', '99 each'])('takes a price of %s', async (price) => {
    expect(await priced(price)).toEqual([]);
  });

  test.for<[column: string, currency: string]>([
    ['Price', 'EUR'],
    ['Price', '€'],
    ['Price (€)', 'USD'],
  ])('takes no price under %s with currency %s', async ([column, currency]) => {
    expect(await priced('5', column, currency)).toEqual([
      expect.stringMatching(/^price: The price is in (?:EUR|€); prices here are in USD\.$/),
    ]);
  });

  test.for(['-45', '−45', '$ -45.00', '(45.00)'])('takes no price of %s', async (price) => {
    expect(await priced(price)).toEqual([`price: The price “${price}” is negative.`]);
  });

  test.for([
    ['', 'The file is empty.'],
    ['just a line', 'The first row must name the columns, with commas, semicolons or tabs between them.'],
    ['title,brand', 'The file has column names, and no rows.'],
    [`title,brand\n${'Coat,Kapital\n'.repeat(501)}`, 'The file has more than 500 rows. Split it.'],
    [`title,brand\n${'Coat,Kapital\n'.repeat(6_000)}`, 'The file has more than 500 rows. Split it.'],
    ['title,brand\n"Coat,Kapital', 'The CSV cannot be read: a quotation mark in it has no end.'],
    [`GIF89a\0\0,\0`, 'This is neither a CSV nor a ZIP.'],
  ])('refuses file %# in words', async ([csv, message]) => {
    expect(await closet.refusal(marlow, csv ?? '')).toBe(message);
  });
});

/** Exports of other places, written after their public documentation. */
describe('the preview of an export', () => {
  const titles = ({ rows }: ClosetPreview) =>
    rows.map(({ title, brand, category, size, condition, price, photos, problems }) => [
      ...[title, brand, category, size, condition, price, photos.length, problems.length],
    ]);

  test('of Shopify joins the lines of an item', async () => {
    // https://help.shopify.com/en/manual/products/import-export/using-csv
    const csv = [
      'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Image Position,Status',
      'ring-coat,Ring coat,"<p>Dyed by hand.</p><ul><li>Indigo &amp; white</li></ul>",Kapital,Apparel & Accessories > Clothing > Outerwear,Coats,,true,Size,Large,A1,365.00,https://cdn.shopify.com/s/files/1/coat-front.jpg?v=1,1,active',
      'ring-coat,,,,,,,,,,,,https://cdn.shopify.com/s/files/1/coat-back.jpg?v=1,2,',
      'tee,Tee,,Visvim,Apparel & Accessories > Clothing > Shirts,T-Shirts,,true,Size,Medium,B1,80.00,https://cdn.shopify.com/s/files/1/tee.jpg?v=1,1,active',
    ].join('\n');
    const shown = await preview(csv, ['coat-front.jpg', 'coat-back.jpg', 'tee.jpg']);
    expect(titles(shown)).toEqual([
      ['Ring coat', 'Kapital', 'Outerwear', 'L', '', '365.00', 2, 1],
      ['Tee', 'Visvim', 'Tops', 'M', '', '80.00', 1, 1],
    ]);
    expect(shown.rows[0]?.description).toBe('Dyed by hand.\n- Indigo & white');
    expect(shown.rows[0]?.problems).toEqual([{ field: 'condition', message: 'Condition is required' }]);
  });

  test('of eBay reads its numbers of conditions', async () => {
    // https://pics.ebay.com/aw/pics/pdf/us/file_exchange/File_Exchange_Basic_Template.pdf
    const csv = [
      '*Action(SiteID=US|Country=US|Currency=USD|Version=745),*Category,*Title,*ConditionID,C:Brand,C:Size,*Description,*StartPrice,PicURL,*Quantity',
      'Add,57988,Ring coat,3000,Kapital,L,Dyed by hand.,"1,365.00",https://i.ebayimg.com/coat-1.jpg|https://i.ebayimg.com/coat-2.jpg,1',
      'Add,57988,Parka,1000,Visvim,M,Warm.,80,https://i.ebayimg.com/parka.jpg,1',
    ].join('\r\n');
    const file = zipOf(
      csv,
      Object.fromEntries(['coat-1.jpg', 'coat-2.jpg', 'parka.jpg'].map((name) => [name, new Uint8Array(1)])),
    );
    const { match } = await closet.preview(marlow, file);
    expect(titles(await closet.preview(marlow, file, { ...match, all: { category: 'Outerwear' } }))).toEqual([
      ['Ring coat', 'Kapital', 'Outerwear', 'L', 'Used', '1365.00', 2, 0],
      ['Parka', 'Visvim', 'Outerwear', 'M', 'New/Never worn', '80.00', 1, 0],
    ]);
  });

  test('of WooCommerce finds the size among its attributes', async () => {
    // https://woocommerce.com/document/product-csv-importer-exporter/
    const csv = [
      'ID,Type,SKU,Name,Published,Short description,Description,Regular price,Categories,Images,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s),Brands',
      '1,simple,A1,Ring coat,1,Short,Dyed by hand.,365,"Clothing > Coats","https://shop.example/coat-1.jpg, https://shop.example/coat-2.jpg",Color,Blue,Size,L,Kapital',
    ].join('\n');
    const shown = await preview(csv, ['uploads/coat-1.jpg', 'uploads/coat-2.jpg']);
    expect(titles(shown)).toEqual([['Ring coat', 'Kapital', 'Outerwear', 'L', '', '365.00', 2, 1]]);
    expect(shown.rows[0]?.description).toBe('Dyed by hand.');
  });
});
