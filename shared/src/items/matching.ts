import { foldLetters } from '../platform/fold.ts';
import { foldSizeWords } from '../platform/fold-size.ts';
import type { CATEGORIES } from '../platform/limits.ts';

// Whether a listing matches a WTB: the same brand, the kind of item named in the WTB's title, a compatible
// size, and a price within the budget. Case, accents, dots and plurals make no difference.

type Category = (typeof CATEGORIES)[number];

export interface WantedTerms {
  title: string;
  brand: string;
  size: string;
  maxPriceCents: number;
}

/** A listing, perhaps still being typed: a null field is not known yet and rules nothing out. */
export interface ListingTerms {
  brand: string;
  title: string | null;
  category: Category | null;
  size: string | null;
  priceCents: number | null;
}

/** In UTF-16 units: a key must fit into one index entry. */
const KEY_MAX = 600;

/**
 * The key by which brands are compared: `A.P.C.` and `APC` share one, as do `Comme des Garçons` and `COMME
 * DES GARCONS`.
 */
export function brandKeyOf(brand: string): string {
  const folded = foldLetters(brand);
  return (folded.replace(/[^\p{L}\p{N}]/gu, '') || folded).slice(0, KEY_MAX);
}

/** `loafers` → `loafer`, `derbies` → `derby`. */
const singular = (word: string): string =>
  word.length <= 3
    ? word
    : word
        .replace(/ies$/, 'y')
        .replace(/(ss|sh|ch|x)es$/, '$1')
        .replace(/([^s])s$/, '$1');

const wordsIn = (text: string): string[] =>
  (
    foldLetters(text)
      .replace(/'s?\b/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map(singular);

const NOUNS: Record<Category, string> = {
  Tops: `shirt tee tshirt sweater knit jumper cardigan hoodie sweatshirt polo henley blouse top pullover turtleneck
    longsleeve tank vest`,
  Bottoms: 'jeans pants trousers chinos shorts skirt slacks sweatpants joggers leggings overalls',
  Outerwear: `coat jacket blazer parka blouson bomber trucker anorak overcoat peacoat trench windbreaker puffer gilet
    vest raincoat kimono haori poncho cape`,
  Footwear: `boots shoes sneakers trainers loafers derbies oxfords sandals mules heels clogs slippers pumps`,
  Accessories: `bag tote backpack belt scarf hat cap beanie gloves wallet sunglasses glasses bandana necklace bracelet
    earrings tie socks jewelry umbrella`,
};

/** Words for kinds of items, with the categories in which such items are listed. */
const KINDS = new Map<string, Category[]>();
for (const [category, nouns] of Object.entries(NOUNS) as [Category, string][]) {
  for (const noun of nouns.split(/\s+/).map(singular)) {
    KINDS.set(noun, [...(KINDS.get(noun) ?? []), category]);
  }
}

/** All of these words. */
export const KINDS_OF_ITEMS: readonly string[] = [...KINDS.keys()];

const CATEGORY_LETTERS_MIN = 3;

/** The categories that a text begins to name, or in which the items that it names are listed. */
export function categoriesNamed(text: string): Category[] {
  const word = foldLetters(text).trim();
  const kinds = word.length < CATEGORY_LETTERS_MIN ? [] : (KINDS.get(singular(word)) ?? []);
  const named = (Object.keys(NOUNS) as Category[]).filter(
    (name) => word && name.toLowerCase().startsWith(word),
  );
  return [...new Set([...named, ...kinds])];
}

/** Common words in titles that identify nothing on their own. */
const WEAK = new Set(
  `a an and any anything for from i in iso looking my need of on or please some something the to want wanted with wtb
  size sz mens men womens women unisex new used vintage rare classic original authentic
  black white grey gray navy blue brown beige cream ecru green olive khaki red pink purple yellow orange tan`
    .split(/\s+/)
    .map(singular),
);

/** The words of a title beyond the brand. */
function keywordsOf(title: string, brand: string): Set<string> {
  const ofBrand = new Set(wordsIn(brand));
  return new Set(wordsIn(title).filter((word) => !ofBrand.has(word) && !WEAK.has(word)));
}

function isSameKind(keywords: string[], category: Category | null, titleWords: Set<string> | null): boolean {
  const categories = keywords.flatMap((word) => KINDS.get(word) ?? []);
  if (category && categories.length > 0 && !categories.includes(category)) return false;
  if (titleWords === null) return true;
  // 'A coat' matches anything in the category of coats; 'a ring coat' needs a title that shares one of its
  // words.
  return keywords.some((word) => titleWords.has(word)) || keywords.every((word) => KINDS.has(word));
}

const ANY_SIZE = new Set([
  '',
  'any',
  'anysize',
  'all',
  'allsizes',
  'na',
  'os',
  'onesize',
  'osfa',
  'free',
  'freesize',
]);
const SIZE_NAMES: Record<string, string> = {
  extrasmall: 'xs',
  small: 's',
  medium: 'm',
  med: 'm',
  large: 'l',
  extralarge: 'xl',
  xlarge: 'xl',
  '2xl': 'xxl',
  '3xl': 'xxxl',
};
const LETTER_SIZES = ['xxxs', 'xxs', 'xs', 's', 'm', 'l', 'xl', 'xxl', 'xxxl'];

const compact = (text: string): string =>
  foldLetters(text)
    .replace(/\b(size|sz)\b/g, '')
    .replace(/[^\p{L}\p{N}.,]/gu, '');
const plainSize = (text: string): string => SIZE_NAMES[compact(text)] ?? compact(text).replace(',', '.');

/** `M/L` means either size; `30-32` and `S-L` also include the sizes between. */
function sizesIn(size: string): (size: string) => boolean {
  const [from = '', to] = foldLetters(size)
    .split(/\s*[-–]\s*/)
    .map(plainSize);
  if (to !== undefined && Number(from) <= Number(to)) {
    return (other) => Number(other) >= Number(from) && Number(other) <= Number(to);
  }
  const [first, last] = [LETTER_SIZES.indexOf(from), LETTER_SIZES.indexOf(to ?? '')];
  if (first >= 0 && last >= first) {
    return (other) => LETTER_SIZES.slice(first, last + 1).includes(other);
  }
  const either = foldLetters(size)
    .split(/[/|&]|\bor\b/)
    .map(plainSize);
  return (other) => either.includes(other);
}

const isAnySize = (size: string): boolean => ANY_SIZE.has(compact(size).replace(/[.,]/g, ''));

const normalize = (size: string) => ({
  isAny: isAnySize(size),
  plain: plainSize(size),
  includes: sizesIn(size),
  words: foldSizeWords(size),
});
type FoldedSize = ReturnType<typeof normalize>;

/** A market has few sizes, and normalizing them for each comparison took most of the time of matching. */
const foldedSizes = new Map<string, FoldedSize>();
const FOLDED_SIZES_MAX = 1_000;

/** A size normalized for comparison. */
function foldSize(size: string): FoldedSize {
  const known = foldedSizes.get(size);
  if (known) return known;
  if (foldedSizes.size === FOLDED_SIZES_MAX) foldedSizes.clear();
  const folded = normalize(size);
  foldedSizes.set(size, folded);
  return folded;
}

const fits = (wantedSize: FoldedSize, offeredSize: FoldedSize): boolean =>
  wantedSize.isAny ||
  offeredSize.isAny ||
  wantedSize.includes(offeredSize.plain) ||
  offeredSize.includes(wantedSize.plain) ||
  wantedSize.words.includes(offeredSize.words) ||
  offeredSize.words.includes(wantedSize.words);

/** A WTB normalized for comparison, once for any number of listings. */
export function foldWantedTerms({ title, brand, size, maxPriceCents }: WantedTerms) {
  return {
    brandKey: brandKeyOf(brand),
    size: foldSize(size),
    keywords: [...keywordsOf(title, brand)],
    maxPriceCents,
  };
}

/** A listing normalized for comparison, once for any number of WTBs. */
export function foldListingTerms({ title, brand, category, size, priceCents }: ListingTerms) {
  return {
    brandKey: brandKeyOf(brand),
    size: size === null ? null : foldSize(size),
    titleWords: title === null ? null : keywordsOf(title, brand),
    category,
    priceCents,
  };
}

/** Whether a listing matches a WTB. */
export function isMatch(
  wanted: ReturnType<typeof foldWantedTerms>,
  { brandKey, size, titleWords, category, priceCents }: ReturnType<typeof foldListingTerms>,
): boolean {
  return (
    wanted.brandKey === brandKey &&
    (priceCents === null || priceCents <= wanted.maxPriceCents) &&
    (size === null || fits(wanted.size, size)) &&
    isSameKind(wanted.keywords, category, titleWords)
  );
}

/** The edges of the budget bands in whole units of the currency; the last band is open-ended. */
const BAND_EDGES = [0, 50, 100, 200, 350, 500, 750, 1_000, 1_500, 2_500, 5_000, 10_000];

/** A budget band in cents: above `from`, up to `to`; null is open-ended. */
interface Band {
  from: number;
  to: number | null;
  people: number;
}

/** How many budgets fall into each band, lowest first; empty bands are omitted. */
export function bandsOf(budgets: number[]): Band[] {
  const edges = BAND_EDGES.map((edge) => edge * 100);
  return edges.flatMap((from, i) => {
    const to = edges[i + 1] ?? null;
    const people = budgets.filter((cents) => cents > from && (to === null || cents <= to)).length;
    return people === 0 ? [] : { from, to, people };
  });
}
