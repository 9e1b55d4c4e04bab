import { KNOWN_HOUSES } from '@selvedge/shared/items/brand-aliases';

// Texts like those of a market: few brands and words are very common, most are rare.

const NOUNS =
  `jacket coat shirt t-shirt tee jeans trousers knit sweater hoodie boots sneakers loafers derbies bag belt scarf
  cap vest blazer parka chinos shorts skirt dress cardigan overshirt`.split(/\s+/);
const KINDS =
  `wool cotton linen denim leather suede silk cashmere nylon down corduroy black navy grey ecru olive brown
  white indigo washed faded sashiko boro cropped oversized slim vintage rare`.split(/\s+/);
const SYLLABLES = 'ka ri to ma ne lo vi sa de mo ru ti ba ne shi an el or us en'.split(' ');

/** Pseudo-random numbers below one, the same in every run. */
function createRandom(): () => number {
  let state = 12_345;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 4_294_967_296;
  };
}

export function createTexts() {
  const random = createRandom();
  /** The first ones are common. */
  const skewed = <T>(of: readonly T[], power: number): T =>
    of[Math.floor(random() ** power * of.length)] as T;
  const invent = () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => skewed(SYLLABLES, 1)).join('');
  const words = Array.from({ length: 8_000 }, invent);
  const brands = [
    ...KNOWN_HOUSES.map(({ name }) => name),
    ...Array.from({ length: 3_000 }, () => `${invent()} ${invent()}`),
  ];
  return () => ({
    brand: skewed(brands, 3),
    title: [skewed(KINDS, 1), skewed(KINDS, 1), skewed(NOUNS, 1), skewed(words, 3)].join(' '),
    description: `Worn twice, washed cold, no flaws. ${Array.from({ length: 30 }, () => skewed(words, 2)).join(' ')}`,
    size: skewed(['S', 'M', 'L', 'XL', 'XXL', '2XL', '30', '32', '42', 'EU 43', 'US 9'], 1),
  });
}
