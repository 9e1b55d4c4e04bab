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
    photos: ['front', 'folded'],
    description:
      'heavy cotton, boxy, the collar keeps its shape. worn a handful of times, always washed cold.\n\npit to pit 55 cm, length 65 cm. ships from stockholm.',
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
    photos: ['front', 'collar'],
    description:
      'Tubular loopwheel body, so no side seams. It has faded to a soft charcoal and only gets better.\nOne pinhole near the hem, see the third photo.\nPit to pit 52 cm, shoulder 44 cm, length 66 cm. Ships from Portland.',
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
    photos: ['front', 'collar'],
    description:
      'The classic one in thick cotton. Bought in Cancale two summers ago, worn on holidays only.\nPit to pit 50 cm, length 68 cm.',
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
    photos: ['front', 'back'],
    description:
      'Midweight jersey, dropped shoulder. Light pilling under the arms, priced for it. Pit to pit 54, length 70. No trades please.',
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
    photos: ['front', 'folded', 'cuff'],
    description:
      'Extremely dense loopwheel fleece, it stands up by itself. Worn maybe ten times and washed twice, air dried.\nPit to pit 58 cm, shoulder 48 cm, length 67 cm. Ships from Portland.',
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
    photos: ['front', 'hood'],
    description:
      '- 13 oz terry, flatlock seams\n- cuffs relaxed, no holes\n- P2P 55 cm, length 68 cm\n\nSmoke-free home.',
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
    photos: ['front', 'hood'],
    description:
      'Thrashed in the best way: sun fade on the shoulders, one cuff coming undone. The zip runs well. Sold as it is.',
  },
];
