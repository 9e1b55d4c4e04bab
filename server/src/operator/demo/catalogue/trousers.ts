import { trousers } from '../drawing/cuts/bottoms.ts';
import { checked, corduroy, duck, hopsack, linen, ripstop, sateen, striped, twill } from './fabrics.ts';
import type { DemoListing } from './listing.ts';

/** Trousers and shorts. */
export const TROUSERS: readonly DemoListing[] = [
  {
    seller: 'juniper',
    brand: 'The Row',
    title: 'Pleated wool trousers, graphite',
    category: 'Bottoms',
    size: '4',
    condition: 'Gently used',
    price: 310,
    listed: '11h',
    place: 'ashFloor',
    views: ['front', 'waist', 'back'],
    description:
      'Wide, heavy, they swing when you walk. Hemmed for heels and I kept 4 cm inside. Waist 36 cm flat, rise 32 cm, inseam 78 cm.',
    garment: {
      cut: trousers({ hem: 104, knee: 110 }),
      cloths: { main: hopsack('#46474b') },
      buttons: '#2c2c2e',
      wear: 0.1,
    },
  },
  {
    seller: 'odile',
    brand: 'Margaret Howell',
    title: 'MHL drawcord trouser, washed canvas',
    category: 'Bottoms',
    size: 'S',
    condition: 'Used',
    price: 78,
    listed: '5d',
    place: 'bed',
    views: ['front', 'waist'],
    description:
      'Comfortable to the point of being a problem. A little paint on the left hem.\nWaist 35 to 46 cm flat, inseam 70 cm.',
    garment: {
      cut: trousers({ pleats: 0, drawstring: true, hem: 92 }),
      cloths: { main: duck('#6f6a5c') },
      wear: 0.5,
    },
  },
  {
    seller: 'ayakom',
    brand: 'Issey Miyake',
    title: 'Wide tuck trousers, deep green',
    category: 'Bottoms',
    size: '2',
    condition: 'Gently used',
    price: 205,
    listed: '14d',
    place: 'studio',
    views: ['front', 'waist'],
    description:
      'Cotton and wool. Two deep tucks. Beautiful condition. Waist 78, rise 31, inseam 72, hem 26 (cm).',
    garment: {
      cut: trousers({ hem: 112, knee: 116 }),
      cloths: { main: sateen('#33453c', '#5f7267') },
      buttons: '#20261f',
      wear: 0.1,
    },
  },
  {
    seller: 'pietro',
    brand: 'Incotex',
    title: 'Needle-cord trousers, mustard',
    category: 'Bottoms',
    size: 'IT 48',
    condition: 'Gently used',
    price: 92,
    listed: '40d',
    sold: '15d',
    place: 'sand',
    views: ['front', 'waist'],
    description:
      'A colour for brave men and November. One pleat, side adjusters. Waist 42 cm flat, inseam 77 cm.',
    garment: {
      cut: trousers({ pleats: 1, hem: 76 }),
      cloths: { main: corduroy('#a47a34') },
      buttons: '#4f3a1d',
      wear: 0.2,
    },
  },
  {
    seller: 'slowcloth',
    brand: 'Universal Works',
    title: 'Pleated track pant, summer check',
    category: 'Bottoms',
    size: '36',
    condition: 'Used',
    price: 58,
    listed: '70d',
    place: 'rug',
    views: ['front', 'back'],
    description:
      'My gardening trousers of choice, which I say as a compliment; the knees are sound. A check so quiet it takes a minute to see it.\n\nWaist 18 in flat, inseam 30 in.',
    garment: {
      cut: trousers({ pleats: 1 }),
      cloths: {
        main: checked(twill('#77756c'), [
          ['#7d7b71', 28],
          ['#67665f', 4],
        ]),
      },
      buttons: '#3c382f',
      wear: 0.5,
    },
  },
  {
    seller: 'northbeam',
    brand: 'Gramicci',
    title: 'Ripstop G-shorts, sand',
    category: 'Bottoms',
    size: 'M',
    condition: 'Gently used',
    price: 45,
    listed: '4d',
    place: 'greyWall',
    views: ['front', 'waist'],
    description: '- gusset, webbing belt removed, cord instead\n- waist 36 to 44 cm flat, inseam 19 cm',
    garment: {
      cut: trousers({ short: true, drawstring: true, pleats: 0 }),
      cloths: { main: ripstop('#b3a68b') },
      wear: 0.2,
    },
  },
  {
    seller: 'secondrow',
    brand: 'Number (N)ine',
    title: 'Striped linen shorts',
    category: 'Bottoms',
    size: '2',
    condition: 'Used',
    price: 130,
    listed: '55d',
    place: 'loft',
    views: ['front', 'hem'],
    description: 'Linen with an awning stripe. Soft, faded, complete. Waist 40 flat, inseam 22. No trades.',
    garment: {
      cut: trousers({ short: true, pleats: 2 }),
      cloths: {
        main: striped(
          linen('#c3b9a6'),
          [
            ['#d8d0bf', 16],
            ['#6c7787', 16],
          ],
          true,
        ),
      },
      buttons: '#e4dccb',
      wear: 0.4,
    },
  },
];
