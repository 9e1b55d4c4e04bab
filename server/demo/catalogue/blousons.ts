import type { DemoListing } from './listing.ts';

/** Bombers and blousons. */
export const BLOUSONS: readonly DemoListing[] = [
  {
    seller: 'northbeam',
    brand: 'Stone Island',
    title: 'Nylon metal bomber, khaki',
    category: 'Outerwear',
    size: 'XL',
    condition: 'Gently used',
    price: 395,
    listed: '35m',
    photos: ['hung', 'collar', 'pocket'],
    description:
      '- nylon metal, garment dyed\n- badge and both buttons included\n- P2P 62 cm, length 69 cm\n\nCertilogo code on request.',
  },
  {
    seller: 'secondrow',
    brand: 'Helmut Lang',
    title: 'Padded bomber, black, 1999',
    category: 'Outerwear',
    size: '50',
    condition: 'Used',
    price: 780,
    listed: '29d',
    sold: '2d',
    photos: ['front', 'hem'],
    description:
      'The one with the straps inside. Collar ribbing replaced by a tailor, invisible unless you are looking for it. 58 pit to pit.',
  },
  {
    seller: 'pietro',
    brand: 'Valstar',
    title: 'Valstarino suede blouson, tobacco',
    category: 'Outerwear',
    size: '52',
    condition: 'Gently used',
    price: 540,
    was: 650,
    listed: '17d',
    photos: ['front', 'collar'],
    description:
      'Goat suede, unlined, light as a shirt. I brush it after each wear and it has never seen rain. Chest 57 cm across, length 66 cm. Insured shipping from Milan.',
  },
  {
    seller: 'northbeam',
    brand: 'and wander',
    title: 'Ripstop pack jacket, stone',
    category: 'Outerwear',
    size: '4',
    condition: 'New/Never worn',
    price: 225,
    listed: '44d',
    sold: '12d',
    photos: ['front', 'collar'],
    description: '- unworn, tags on\n- packs into its own pocket\n- P2P 60 cm, length 70 cm',
  },
  {
    seller: 'lenab',
    brand: 'Our Legacy',
    title: 'Wool blouson, anthracite',
    category: 'Outerwear',
    size: '48',
    condition: 'Gently used',
    price: 280,
    listed: '22h',
    photos: ['front', 'collar'],
    description:
      'brushed wool, cropped, two-way zip. dry cleaned, ready to wear. 58 cm pit to pit, 64 cm long.',
  },
];
