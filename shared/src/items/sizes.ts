import * as z from 'zod';
import { foldSizeWords } from '../platform/fold-size.ts';
import { graphemes } from '../platform/format.ts';
import { type CATEGORIES, LISTING_LIMITS } from '../platform/limits.ts';

/** The groups in which the filter offers sizes, in order. */
export const SIZE_GROUPS = ['letters', 'waist', 'eu', 'uk', 'us-shoes', 'jp', 'other'] as const;
export type SizeGroup = (typeof SIZE_GROUPS)[number];

export const SizesOfGroup = z.object({
  group: z.enum(SIZE_GROUPS),
  sizes: z.array(
    z.object({
      size: z.string().meta({ description: 'As `size` of the grid takes it' }),
      items: z.int(),
    }),
  ),
});
export type SizesOfGroup = z.infer<typeof SizesOfGroup>;

/** Groups of sizes that name where they are from. */
const GROUP_OF_UNIT: Record<string, SizeGroup> = {
  eu: 'eu',
  it: 'eu',
  fr: 'eu',
  de: 'eu',
  uk: 'uk',
  jp: 'jp',
};
const LETTERS = ['xxxs', 'xxs', 'xs', 's', 'm', 'l', 'xl', 'xxl', 'xxxl', 'xxxxl', 'xxxxxl', 'os'];
const US_SHOE_MAX = 16;

/** The words of a size as they are compared, and the category of the item. */
export interface ListedSize {
  words: string;
  category: (typeof CATEGORIES)[number];
  items: number;
}

function groupOf({ words, category }: ListedSize): SizeGroup {
  const parts = words.split(' ');
  if (parts.every((part) => LETTERS.includes(part))) return 'letters';
  const [first = '', second] = parts;
  const number = Number.parseFloat(second ?? first);
  if (Number.isNaN(number)) return 'other';
  const named = GROUP_OF_UNIT[first];
  if (named) return named;
  if (category === 'Footwear') return first === 'us' || number <= US_SHOE_MAX ? 'us-shoes' : 'eu';
  if (category === 'Bottoms' && (first === 'w' || (number >= 22 && number <= 42))) return 'waist';
  return second === undefined && number >= 30 && number <= 64 ? 'eu' : 'other';
}

/** A size as the filter takes it, which is as short as the size of a listing: `EU42½` for `eu 42.5`; null for odd ones. */
function labelOf(words: string): string | null {
  const spelled = words.toUpperCase();
  const isShort = (label: string) => graphemes(label) <= LISTING_LIMITS.size;
  const label = isShort(spelled)
    ? spelled
    : spelled
        .replace(/^W (\d\d) L (\d\d)$/, '$1X$2')
        .replace(/\.5\b/g, '½')
        .replace(/^X{4,5}(?=[LS]$)/, (letters) => `${letters.length}X`)
        .replace(/([A-Z]) (?=\d)/g, '$1');
  const isAccepted = label !== '' && isShort(label) && foldSizeWords(label).trim() === words;
  return isAccepted ? label : null;
}

function rankOf(words: string): number {
  const letter = LETTERS.indexOf(words.split(' ')[0] ?? '');
  const number = Number.parseFloat(words.replace(/^\D+/, ''));
  return letter >= 0 ? letter : Number.isNaN(number) ? Number.POSITIVE_INFINITY : number;
}
const inOrder = (a: { words: string }, b: { words: string }): number => {
  const [one, other] = [rankOf(a.words), rankOf(b.words)];
  return one === other ? (a.words < b.words ? -1 : 1) : one - other;
};

/** Groups the sizes of listings. A size that is in several groups goes to the one with most of its items. */
export function groupSizes(listed: readonly ListedSize[]): SizesOfGroup[] {
  const bySize = new Map<string, Map<SizeGroup, number>>();
  for (const one of listed) {
    const words = one.words.trim();
    const groups = bySize.get(words) ?? new Map<SizeGroup, number>();
    const group = groupOf({ ...one, words });
    bySize.set(words, groups.set(group, (groups.get(group) ?? 0) + one.items));
  }
  const sizes = [...bySize].map(([words, groups]) => {
    const [most] = [...groups].sort(([, a], [, b]) => b - a);
    const items = [...groups.values()].reduce((sum, count) => sum + count, 0);
    return { group: most?.[0] ?? 'other', words, items };
  });
  return SIZE_GROUPS.flatMap((group) => {
    const inGroup = sizes.filter((one) => one.group === group).sort(inOrder);
    const offered = inGroup.flatMap(({ words, items }) => {
      const size = labelOf(words);
      return size === null ? [] : [{ size, items }];
    });
    return offered.length === 0 ? [] : [{ group, sizes: offered }];
  });
}
