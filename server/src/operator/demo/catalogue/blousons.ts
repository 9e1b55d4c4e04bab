import { bomber } from '../drawing/cuts/bomber.ts';
import { melton, nylon, rib, ripstop, satin, suede } from './fabrics.ts';
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
    place: 'greyWall',
    views: ['hung', 'collar', 'pocket'],
    description:
      '- nylon metal, garment dyed\n- badge and both buttons included\n- P2P 62 cm, length 69 cm\n\nCertilogo code on request.',
    garment: {
      cut: bomber(),
      cloths: { main: nylon('#5d5c43'), rib: rib('#4d4c36'), lining: nylon('#3d3d33') },
      metal: '#b9b4aa',
      wear: 0.2,
    },
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
    place: 'studio',
    views: ['front', 'hem'],
    description:
      'The one with the straps inside. Collar ribbing replaced by a tailor, invisible unless you are looking for it. 58 pit to pit.',
    garment: {
      cut: bomber(),
      cloths: { main: nylon('#24252a'), rib: rib('#222327'), lining: nylon('#b0542c') },
      metal: '#c2c0ba',
      wear: 0.4,
    },
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
    place: 'sand',
    views: ['front', 'collar'],
    description:
      'Goat suede, unlined, light as a shirt. I brush it after each wear and it has never seen rain. Chest 57 cm across, length 66 cm. Insured shipping from Milan.',
    garment: {
      cut: bomber(),
      cloths: { main: suede('#7d5636'), rib: rib('#6a4a30'), lining: satin('#8f6f50') },
      metal: '#b08d57',
      wear: 0.2,
    },
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
    place: 'greyWall',
    views: ['front', 'collar'],
    description: '- unworn, tags on\n- packs into its own pocket\n- P2P 60 cm, length 70 cm',
    garment: {
      cut: bomber(),
      cloths: { main: ripstop('#a9a698'), rib: rib('#8f8c7f'), lining: ripstop('#8f8c7f') },
      metal: '#5e5d57',
      wear: 0,
    },
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
    place: 'loft',
    views: ['front', 'collar'],
    description:
      'brushed wool, cropped, two-way zip. dry cleaned, ready to wear. 58 cm pit to pit, 64 cm long.',
    garment: {
      cut: bomber(),
      cloths: { main: melton('#46484c'), rib: rib('#3c3e42'), lining: satin('#2f3033') },
      metal: '#b9b4aa',
      wear: 0.1,
    },
  },
];
