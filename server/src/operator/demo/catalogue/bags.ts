import { crossbody, shoulderBag, tote } from '../drawing/cuts/bags.ts';
import { wallet } from '../drawing/cuts/small.ts';
import { bridle, canvas, duck, leather, twill } from './fabrics.ts';
import type { DemoListing } from './listing.ts';

/** Bags and what goes into them. */
export const BAGS: readonly DemoListing[] = [
  {
    seller: 'odile',
    brand: 'L.L.Bean',
    title: 'Boat and tote, navy trim, large',
    category: 'Accessories',
    size: 'L',
    condition: 'Used',
    price: 40,
    listed: '46d',
    sold: '33d',
    place: 'bed',
    views: ['front', 'base'],
    description:
      'Carried a whole kitchen across Lyon once and survived. Washed, the base has a few marks. 38 cm high, 43 cm wide.',
    garment: {
      cut: tote(),
      cloths: { main: duck('#dcd3be'), second: duck('#2c3852'), trim: { ...duck('#2c3852'), hand: 'firm' } },
      wear: 0.4,
    },
  },
  {
    seller: 'marlow',
    brand: 'Porter Yoshida',
    title: 'Force-style tote, olive nylon twill',
    category: 'Accessories',
    size: 'OS',
    condition: 'Gently used',
    price: 175,
    listed: '1d',
    place: 'oakFloor',
    views: ['front', 'handle'],
    description:
      'Never overloaded, no scuffs on the base. Fits a 15 inch laptop with room for lunch.\nHeight 36 cm, width 42 cm. Ships from Portland.',
    garment: {
      cut: tote(),
      cloths: {
        main: twill('#4a4c38'),
        second: twill('#42442f'),
        trim: { ...twill('#3b3d2c'), hand: 'firm' },
      },
      wear: 0.1,
    },
  },
  {
    seller: 'juniper',
    brand: 'Lemaire',
    title: 'Small croissant bag, black',
    category: 'Accessories',
    size: 'OS',
    condition: 'Gently used',
    price: 480,
    was: 560,
    listed: '16h',
    place: 'ashFloor',
    views: ['front', 'zip'],
    description:
      'Nappa that has only got softer. Inside clean, strap full length. Comes with the dust bag. 26 cm wide.',
    garment: {
      cut: shoulderBag(),
      cloths: { main: leather('#27231f'), trim: leather('#231f1c') },
      wear: 0.2,
    },
  },
  {
    seller: 'pietro',
    brand: 'Il Bisonte',
    title: 'Crossbody in vacchetta, tanned by the sun',
    category: 'Accessories',
    size: 'OS',
    condition: 'Used',
    price: 195,
    listed: '19d',
    place: 'sand',
    views: ['front', 'clasp'],
    description:
      'It was nearly white when I bought it. Twelve summers did the rest. One water mark on the back which I consider a birthmark. 24 cm wide, 22 cm high.',
    garment: { cut: crossbody(), cloths: { main: leather('#94602f'), trim: leather('#855429') }, wear: 0.5 },
  },
  {
    seller: 'pietro',
    brand: 'Valextra',
    title: 'Card case, cognac grain',
    category: 'Accessories',
    size: 'OS',
    condition: 'Gently used',
    price: 160,
    listed: '58d',
    place: 'sand',
    views: ['front', 'snap'],
    description: 'Vertical case with a flap, lacquered edges without a chip. 11 cm by 9 cm.',
    garment: { cut: wallet(), cloths: { main: bridle('#9c6230') }, stitchColour: '#d2a56d', wear: 0.2 },
  },
  {
    seller: 'ayakom',
    brand: 'Hender Scheme',
    title: 'Pig leather tote, natural',
    category: 'Accessories',
    size: 'OS',
    condition: 'Used',
    price: 90,
    listed: '37d',
    place: 'studio',
    views: ['front', 'handle'],
    description: 'Vegetable tanned, darker at the handles. Light, folds flat. Height 38, width 40 (cm).',
    garment: {
      cut: tote(),
      cloths: {
        main: { ...leather('#c39a6b'), hand: 'leather' },
        second: leather('#b98f60'),
        trim: bridle('#b08353'),
        lining: canvas('#c9bfa8'),
      },
      wear: 0.5,
    },
  },
];
