import { crossbody, shoulderBag, tote } from '../drawing/cuts/bags.ts';
import { beanie, belt, cap, scarf, wallet } from '../drawing/cuts/small.ts';
import { boxCalf, bridle, canvas, checked, corduroy, duck, leather, melton, rib, twill } from './fabrics.ts';
import type { DemoListing } from './listing.ts';

/** Bags, belts, hats, scarves. */
export const ACCESSORIES: readonly DemoListing[] = [
  {
    seller: 'odile', brand: 'L.L.Bean', title: 'Boat and tote, navy trim, large', category: 'Accessories', size: 'L', condition: 'Used',
    price: 40, listed: '46d', sold: '33d', place: 'bed', views: ['front', 'base'],
    description: 'Carried a whole kitchen across Lyon once and survived. Washed, the base has a few marks. 38 cm high, 43 cm wide.',
    garment: { cut: tote(), cloths: { main: duck('#dcd3be'), second: duck('#2c3852'), trim: { ...duck('#2c3852'), hand: 'firm' } }, wear: 0.4 },
  },
  {
    seller: 'marlow', brand: 'Porter Yoshida', title: 'Force-style tote, olive nylon twill', category: 'Accessories', size: 'OS', condition: 'Gently used',
    price: 175, listed: '1d', place: 'oakFloor', views: ['front', 'handle'],
    description: 'Never overloaded, no scuffs on the base. Fits a 15 inch laptop with room for lunch.\nHeight 36 cm, width 42 cm. Ships from Portland.',
    garment: { cut: tote(), cloths: { main: twill('#4a4c38'), second: twill('#42442f'), trim: { ...twill('#3b3d2c'), hand: 'firm' } }, wear: 0.1 },
  },
  {
    seller: 'juniper', brand: 'Lemaire', title: 'Small croissant bag, black', category: 'Accessories', size: 'OS', condition: 'Gently used',
    price: 480, was: 560, listed: '16h', place: 'ashFloor', views: ['front', 'zip', 'strap'],
    description: 'Nappa that has only got softer. Inside clean, strap full length. Comes with the dust bag. 26 cm wide.',
    garment: { cut: shoulderBag(), cloths: { main: leather('#27231f'), trim: leather('#231f1c') }, wear: 0.2 },
  },
  {
    seller: 'pietro', brand: 'Il Bisonte', title: 'Crossbody in vacchetta, tanned by the sun', category: 'Accessories', size: 'OS', condition: 'Used',
    price: 195, listed: '19d', place: 'sand', views: ['front', 'clasp'],
    description: 'It was nearly white when I bought it. Twelve summers did the rest. One water mark on the back which I consider a birthmark. 24 cm wide, 22 cm high.',
    garment: { cut: crossbody(), cloths: { main: leather('#94602f'), trim: leather('#855429') }, wear: 0.5 },
  },
  {
    seller: 'secondrow', brand: 'Maison Margiela', title: 'Four-stitch belt, black', category: 'Accessories', size: '85', condition: 'Gently used',
    price: 120, listed: '41d', place: 'studio', views: ['front', 'buckle'],
    description: 'Calf, brass buckle, one extra hole by a cobbler. 85 cm to the middle hole. No trades.',
    garment: { cut: belt(), cloths: { main: boxCalf('#27211d') }, stitchColour: '#d9d5ca', wear: 0.2 },
  },
  {
    seller: 'tkwn', brand: 'Tanner Goods', title: 'Standard belt, saddle tan', category: 'Accessories', size: '34', condition: 'Used',
    price: 55, listed: '25d', place: 'walnutTable', views: ['front', 'holes'],
    description: 'Bridle leather, good patina. 34 in to the middle hole. Marks at two holes.',
    garment: { cut: belt(), cloths: { main: bridle('#9a6431') }, stitchColour: '#c99a5a', wear: 0.5 },
  },
  {
    seller: 'slowcloth', brand: 'Drake\'s', title: 'Lambswool scarf, stone check', category: 'Accessories', size: 'OS', condition: 'Gently used',
    price: 65, listed: '20h', place: 'rug', views: ['front', 'fringe'],
    description: 'Loomed in Scotland, brushed with teasels, which are actual thistles. It lives in a bag with lavender.\n\n12 in wide, 70 in long with the fringe.',
    garment: { cut: scarf({ fringeColour: '#8f887b' }), cloths: { main: checked(melton('#857e72'), [['#968e80', 32], ['#4a5060', 14], ['#b9ad97', 6], ['#6d675d', 12]]) }, wear: 0.1 },
  },
  {
    seller: 'northbeam', brand: 'Arc\'teryx Veilance', title: 'Wool cap, charcoal', category: 'Accessories', size: 'S/M', condition: 'New/Never worn',
    price: 70, listed: '9d', place: 'greyWall', views: ['front', 'brim'],
    description: '- wool blend, taped inside\n- tags on, 56 to 58 cm',
    garment: { cut: cap(), cloths: { main: melton('#434549') }, wear: 0 },
  },
  {
    seller: 'lenab', brand: 'Our Legacy', title: 'Ballcap, rust corduroy', category: 'Accessories', size: 'OS', condition: 'Used',
    price: 38, listed: '2d', place: 'loft', views: ['front'],
    description: 'soft, unstructured. brim has a nice bend already.',
    garment: { cut: cap(), cloths: { main: { ...corduroy('#8d4f31'), hand: 'crisp' } }, wear: 0.4 },
  },
  {
    seller: 'marlow', brand: 'The Real McCoy\'s', title: 'Wool watch cap, burnt orange', category: 'Accessories', size: 'OS', condition: 'Gently used',
    price: 42, listed: '4d', place: 'oakFloor', views: ['front', 'label'],
    description: 'Dense two-ply rib, sits high. Worn on a handful of cold mornings.\nHeight 22 cm folded, width 23 cm. Ships from Portland.',
    garment: { cut: beanie(), cloths: { main: rib('#94492c'), rib: rib('#94492c') }, wear: 0.1 },
  },
  {
    seller: 'pietro', brand: 'Valextra', title: 'Card case, cognac grain', category: 'Accessories', size: 'OS', condition: 'Gently used',
    price: 160, listed: '58d', place: 'sand', views: ['front', 'snap'],
    description: 'Vertical case with a flap, lacquered edges without a chip. 11 cm by 9 cm.',
    garment: { cut: wallet(), cloths: { main: bridle('#9c6230') }, stitchColour: '#d2a56d', wear: 0.2 },
  },
  {
    seller: 'ayakom', brand: 'Hender Scheme', title: 'Pig leather tote, natural', category: 'Accessories', size: 'OS', condition: 'Used',
    price: 90, listed: '37d', place: 'studio', views: ['front', 'handle'],
    description: 'Vegetable tanned, darker at the handles. Light, folds flat. Height 38, width 40 (cm).',
    garment: { cut: tote(), cloths: { main: { ...leather('#c39a6b'), hand: 'leather' }, second: leather('#b98f60'), trim: bridle('#b08353'), lining: canvas('#c9bfa8') }, wear: 0.5 },
  },
];
