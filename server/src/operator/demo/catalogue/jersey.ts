import { hoodie, sweatshirt } from '../drawing/cuts/sweats.ts';
import { tee } from '../drawing/cuts/tees.ts';
import { fleeceback, jersey, jerseyWith, marl, rib, striped } from './fabrics.ts';
import type { DemoListing } from './listing.ts';

/** T-shirts and sweatshirts. */
export const JERSEY: readonly DemoListing[] = [
  {
    seller: 'lenab',
    brand: 'Our Legacy',
    title: 'Boxy tee in washed cotton',
    category: 'Tops',
    size: 'S',
    condition: 'Gently used',
    price: 48,
    listed: '5h',
    place: 'loft',
    views: ['front', 'folded'],
    description:
      'heavy cotton, boxy, the collar keeps its shape. worn a handful of times, always washed cold.\n\npit to pit 55 cm, length 65 cm. ships from stockholm.',
    garment: { cut: tee({ chest: 248 }), cloths: jerseyWith(jersey('#e9e5db')), wear: 0.2 },
  },
  {
    seller: 'marlow',
    brand: "The Real McCoy's",
    title: 'Loopwheel pocket tee, faded black',
    category: 'Tops',
    size: 'M',
    condition: 'Used',
    price: 65,
    was: 85,
    listed: '9d',
    bumped: '40m',
    place: 'oakFloor',
    views: ['front', 'collar'],
    description:
      'Tubular loopwheel body, so no side seams. It has faded to a soft charcoal and only gets better.\nOne pinhole near the hem, see the third photo.\nPit to pit 52 cm, shoulder 44 cm, length 66 cm. Ships from Portland.',
    garment: { cut: tee({ pocket: true }), cloths: jerseyWith(jersey('#3b3a39')), wear: 0.6 },
  },
  {
    seller: 'odile',
    brand: 'Saint James',
    title: 'Naval striped top, long sleeve',
    category: 'Tops',
    size: 'M',
    condition: 'Gently used',
    price: 60,
    listed: '3d',
    place: 'bed',
    views: ['front', 'collar'],
    description:
      'The classic one in thick cotton. Bought in Cancale two summers ago, worn on holidays only.\nPit to pit 50 cm, length 68 cm.',
    garment: {
      cut: tee({ long: true }),
      cloths: jerseyWith(
        striped(jersey('#cfcfd0'), [
          ['#efece4', 22],
          ['#27344f', 10],
        ]),
        '#efece4',
      ),
      wear: 0.2,
    },
  },
  {
    seller: 'secondrow',
    brand: 'Undercover',
    title: 'Long sleeve tee, rust stripe',
    category: 'Tops',
    size: '3',
    condition: 'Used',
    price: 110,
    listed: '16d',
    place: 'studio',
    views: ['front', 'back'],
    description:
      'Midweight jersey, dropped shoulder. Light pilling under the arms, priced for it. Pit to pit 54, length 70. No trades please.',
    garment: {
      cut: tee({ long: true, chest: 250 }),
      cloths: jerseyWith(
        striped(jersey('#7d5c49'), [
          ['#a1502f', 26],
          ['#2d2a2a', 26],
        ]),
        '#2d2a2a',
      ),
      wear: 0.4,
    },
  },
  {
    seller: 'marlow',
    brand: 'Wonder Looper',
    title: 'Double heavyweight sweatshirt, oat',
    category: 'Tops',
    size: 'L',
    condition: 'Gently used',
    price: 140,
    listed: '3h',
    place: 'oakFloor',
    views: ['front', 'folded', 'cuff'],
    description:
      'Extremely dense loopwheel fleece, it stands up by itself. Worn maybe ten times and washed twice, air dried.\nPit to pit 58 cm, shoulder 48 cm, length 67 cm. Ships from Portland.',
    garment: {
      cut: sweatshirt(),
      cloths: { main: marl('#cdc2ab', '#b3a68c'), rib: rib('#c4b89f') },
      wear: 0.1,
    },
  },
  {
    seller: 'northbeam',
    brand: 'Reigning Champ',
    title: 'Midweight terry hoodie, ink',
    category: 'Tops',
    size: 'M',
    condition: 'Used',
    price: 75,
    listed: '21d',
    place: 'greyWall',
    views: ['front', 'hood'],
    description:
      '- 13 oz terry, flatlock seams\n- cuffs relaxed, no holes\n- P2P 55 cm, length 68 cm\n\nSmoke-free home.',
    garment: { cut: hoodie(), cloths: { main: fleeceback('#2a2f3a'), rib: rib('#2a2f3a') }, wear: 0.4 },
  },
  {
    seller: 'secondrow',
    brand: 'Acne Studios',
    title: 'Zip hoodie, washed olive',
    category: 'Tops',
    size: 'M',
    condition: 'Very worn',
    price: 55,
    was: 80,
    listed: '48d',
    place: 'loft',
    views: ['front', 'hood'],
    description:
      'Thrashed in the best way: sun fade on the shoulders, one cuff coming undone. The zip runs well. Sold as it is.',
    garment: {
      cut: hoodie({ zip: true }),
      cloths: {
        main: { ...fleeceback('#4e5144'), worn: { colour: '#8b8d7a', amount: 0.5 } },
        rib: rib('#4a4d40'),
      },
      metal: '#b9b4aa',
      wear: 0.9,
    },
  },
];
