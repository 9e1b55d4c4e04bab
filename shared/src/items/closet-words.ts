import { CATEGORIES, CONDITIONS } from '../platform/limits.ts';
import type { Listing } from './listings.ts';

type Category = Listing['category'];
type Condition = Listing['condition'];

/** Words in the categories of other sites. The first match wins. */
const CATEGORY_WORDS: [Category, RegExp][] = [
  ['Footwear', /footwear|shoe|sneaker|boot|sandal|loafer|heel|trainer|slipper/],
  ['Outerwear', /outerwear|jacket|coat|blazer|parka|vest\b|bomber|cape/],
  ['Bottoms', /bottom|jean|pant|trouser|short(?!-?\s?sleeve)s\b|skirt|legging|chino/],
  ['Tops', /\btops?\b|shirt|tee\b|sweat|hoodie|knit|jumper|blouse|polo|cardigan|dress|tank|pullover/],
  [
    'Accessories',
    /accessor|bag|belt|hat\b|cap\b|scarf|jewel|watch|wallet|glove|sunglass|\btie\b|ring\b|sock/,
  ],
];

/** Includes the condition ids of eBay: https://developer.ebay.com/devzone/finding/callref/enums/conditionIdList.html */
const CONDITION_WORDS: [Condition, RegExp][] = [
  [
    'Very worn',
    /very worn|heavily|poor|^fair$|acceptable|well.?worn|for parts|worn.?out|^(?:3010|6000|7000)$/,
  ],
  ['Gently used', /gently|like.?new|excellent|very good|as new|lightly|barely|^(?:2750|2990|4000)$/],
  [
    'New/Never worn',
    /never|unworn|brand.?new|^new\b|nwt|nwot|deadstock|with(?:out)? tags|^(?:1000|1500|1750)$/,
  ],
  ['Used', /used|good|worn|pre.?owned|second.?hand|^(?:3000|5000)$/],
];

const SIZE_WORDS = new Map(
  Object.entries({
    ...{
      small: 'S',
      medium: 'M',
      large: 'L',
      'extra small': 'XS',
      'x-small': 'XS',
      'extra large': 'XL',
      'x-large': 'XL',
    },
    ...{ 'xx-large': 'XXL', 'one size': 'OS', 'one size fits all': 'OS', onesize: 'OS', 'default title': '' },
  }),
);

/** One of our values, by its name or another site's words. Otherwise the text itself, which the schema refuses. */
function read<T extends string>(text: string, own: readonly T[], words: readonly [T, RegExp][]): string {
  const lower = text.trim().toLowerCase();
  const same = own.find((one) => one.toLowerCase() === lower);
  return same ?? words.find(([, pattern]) => pattern.test(lower))?.[0] ?? text.trim();
}

/** Maps another site's category to ours: for `Clothing > Shirts`, by the last part that matches. */
export function readCategory(text: string): string {
  const parts = text.split(/[>/]|,\s/).reverse();
  const meant = parts.map((part) => read(part, CATEGORIES, CATEGORY_WORDS));
  return meant.find((one) => (CATEGORIES as readonly string[]).includes(one)) ?? text.trim();
}

export function readCondition(text: string): string {
  return read(text, CONDITIONS, CONDITION_WORDS);
}

/** Shortens a size: `Medium` → `M`, `US 10` → `US10`. */
export function readSize(text: string): string {
  const known = SIZE_WORDS.get(text.trim().toLowerCase());
  if (known !== undefined) return known;
  const size = text.trim();
  return size.length > 5 ? size.replace(/\s+/g, '') : size;
}
