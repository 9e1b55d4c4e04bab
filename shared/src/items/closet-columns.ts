import type { ClosetColumns, ClosetField } from './closet.ts';

/**
 * Column names of common exports, in lower case, letters and digits only. The first match wins. They include those of
 * Shopify (`Body (HTML)`, `Variant Price`), of eBay (`*StartPrice`,
 * `PicURL`, `C:Brand`) and of WooCommerce (`Regular price`, `Categories`).
 */
const NAMES: Record<Exclude<ClosetField, 'photos'>, readonly string[]> = {
  title: [
    'title',
    'name',
    'productname',
    'itemname',
    'itemtitle',
    'producttitle',
    'listingtitle',
    'posttitle',
  ],
  brand: [
    'brand',
    'designer',
    'vendor',
    'cbrand',
    'brands',
    'brandname',
    'designers',
    'manufacturer',
    'label',
  ],
  category: [
    'category',
    'categories',
    'producttype',
    'itemtype',
    'department',
    'type',
    'productcategory',
    'categoryname',
  ],
  size: ['size', 'itemsize', 'csize', 'sizes'],
  condition: ['condition', 'itemcondition', 'conditionid', 'state', 'conditiondescription'],
  price: [
    'price',
    'variantprice',
    'startprice',
    'regularprice',
    'saleprice',
    'listingprice',
    'askingprice',
    'buyitnowprice',
    'amount',
  ],
  description: [
    'description',
    'body',
    'bodyhtml',
    'itemdescription',
    'details',
    'shortdescription',
    'postcontent',
  ],
  currency: ['currency', 'currencycode', 'pricecurrency'],
  status: ['status', 'listingstatus', 'availability'],
  handle: ['handle'],
};
const PHOTOS =
  /^(?:photos?|images?|pictures?|pics?|photofiles?|imagefiles?|filenames?|picurl|imagesrc|(?:photo|image|picture|pic)(?:hero)?(?:src|link)?(?:urls?)?\d*(?:urls?)?|additionalimages?|baseimage)$/;
/** Shopify and WooCommerce write the name of an option, such as the size, in one column and its value in another. */
const OPTION = /^(option|attribute)(\d)name$/;
const IS_SIZE = /^(?:size|sizes|größe|groesse|taille|talla|taglia|maat)$/i;

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function sizeOption(names: string[], records: readonly string[][]): number | undefined {
  for (const [at, name] of names.entries()) {
    const [, kind, number] = OPTION.exec(name) ?? [];
    if (kind === undefined || !records.some((record) => IS_SIZE.test((record[at] ?? '').trim()))) continue;
    const value = names.findIndex((other) => other.startsWith(`${kind}${number}value`));
    if (value !== -1) return value;
  }
  return undefined;
}

/** Matches the columns of a file to fields by their names. */
export function matchColumns(columns: readonly string[], records: readonly string[][]): ClosetColumns {
  const names = columns.map(plain);
  const matched: ClosetColumns = {};
  for (const [field, known] of Object.entries(NAMES) as [Exclude<ClosetField, 'photos'>, string[]][]) {
    const name = known.find((one) => names.includes(one));
    if (name !== undefined) matched[field] = names.indexOf(name);
  }
  matched.size ??= sizeOption(names, records);
  const photos = names.flatMap((name, at) => (PHOTOS.test(name) ? [at] : []));
  if (photos.length > 0) matched.photos = photos;
  return matched;
}
