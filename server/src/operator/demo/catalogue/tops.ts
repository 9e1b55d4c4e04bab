import { shirt } from '../drawing/cuts/shirts.ts';
import { hoodie, sweatshirt } from '../drawing/cuts/sweats.ts';
import { tee } from '../drawing/cuts/tees.ts';
import {
  checked,
  fleeceback,
  jersey,
  jerseyWith,
  linen,
  marl,
  oxford,
  poplin,
  rib,
  satin,
  striped,
} from './fabrics.ts';
import type { DemoListing } from './listing.ts';

/** Shirts, T-shirts and sweatshirts. */
export const TOPS: readonly DemoListing[] = [
  {
    seller: 'lenab', brand: 'Our Legacy', title: 'Boxy tee in washed cotton', category: 'Tops', size: 'S', condition: 'Gently used',
    price: 48, listed: '5h', place: 'loft', views: ['front', 'collar', 'folded'],
    description: 'heavy cotton, boxy, the collar keeps its shape. worn a handful of times, always washed cold.\n\npit to pit 55 cm, length 65 cm. ships from stockholm.',
    garment: { cut: tee({ chest: 248 }), cloths: jerseyWith(jersey('#e9e5db')), wear: 0.2 },
  },
  {
    seller: 'marlow', brand: 'The Real McCoy\'s', title: 'Loopwheel pocket tee, faded black', category: 'Tops', size: 'M', condition: 'Used',
    price: 65, was: 85, listed: '9d', bumped: '40m', place: 'oakFloor', views: ['front', 'collar', 'hem'],
    description: 'Tubular loopwheel body, so no side seams. It has faded to a soft charcoal and only gets better.\nOne pinhole near the hem, see the third photo.\nPit to pit 52 cm, shoulder 44 cm, length 66 cm. Ships from Portland.',
    garment: { cut: tee({ pocket: true }), cloths: jerseyWith(jersey('#3b3a39')), wear: 0.6 },
  },
  {
    seller: 'odile', brand: 'Saint James', title: 'Naval striped top, long sleeve', category: 'Tops', size: 'M', condition: 'Gently used',
    price: 60, listed: '3d', place: 'bed', views: ['front', 'collar'],
    description: 'The classic one in thick cotton. Bought in Cancale two summers ago, worn on holidays only.\nPit to pit 50 cm, length 68 cm.',
    garment: { cut: tee({ long: true }), cloths: jerseyWith(striped(jersey('#cfcfd0'), [['#efece4', 22], ['#27344f', 10]]), '#efece4'), wear: 0.2 },
  },
  {
    seller: 'secondrow', brand: 'Undercover', title: 'Long sleeve tee, rust stripe', category: 'Tops', size: '3', condition: 'Used',
    price: 110, listed: '16d', place: 'studio', views: ['front', 'back', 'hem'],
    description: 'Midweight jersey, dropped shoulder. Light pilling under the arms, priced for it. Pit to pit 54, length 70. No trades please.',
    garment: { cut: tee({ long: true, chest: 250 }), cloths: jerseyWith(striped(jersey('#7d5c49'), [['#a1502f', 26], ['#2d2a2a', 26]]), '#2d2a2a'), wear: 0.4 },
  },
  {
    seller: 'marlow', brand: 'Engineered Garments', title: '19 Century BD shirt, blue oxford', category: 'Tops', size: 'M', condition: 'Gently used',
    price: 125, listed: '26m', place: 'whiteWall', views: ['hung', 'collar', 'cuff'],
    description: 'My favourite cut of theirs, the collar rolls by itself. Two owners, I am the second. No flaws that I can find, and I looked.\nPit to pit 57 cm, shoulder 46 cm, sleeve 63 cm, length 76 cm. Ships from Portland, usually the next day.',
    garment: { cut: shirt({ collar: 'buttondown' }), cloths: { main: oxford('#b7c7da') }, wear: 0.2 },
  },
  {
    seller: 'juniper', brand: 'Lemaire', title: 'Band collar shirt in dry silk', category: 'Tops', size: '36', condition: 'Gently used',
    price: 240, was: 295, listed: '12d', place: 'ashFloor', views: ['front', 'collar', 'cuff'],
    description: 'Such a good colour, somewhere between clay and rose. I dry cleaned it after the one dinner it went to.\nShoulders 41 cm, bust 54 cm flat, length 73 cm. Brooklyn, happy to meet.',
    garment: { cut: shirt({ collar: 'band', pockets: 0 }), cloths: { main: satin('#b98f80') }, buttons: '#8a6256', wear: 0.1 },
  },
  {
    seller: 'ayakom', brand: 'Comme des Garçons', title: 'Homme Plus striped shirt, AD2011', category: 'Tops', size: 'M', condition: 'Gently used',
    price: 190, listed: '2d', place: 'studio', views: ['front', 'collar', 'back'],
    description: 'Cotton poplin, stripes in navy on white. AD2011. Very good condition. I am happy to send more photos.\n\nShoulder 45, chest 112, length 77 (cm).',
    garment: { cut: shirt({ pockets: 1 }), cloths: { main: striped(poplin('#c8ccd4'), [['#f1f0ec', 12], ['#33415f', 4]], true) }, wear: 0.1 },
  },
  {
    seller: 'secondrow', brand: 'Needles', title: 'Camp collar shirt, brown plaid', category: 'Tops', size: 'L', condition: 'Used',
    price: 95, listed: '33d', sold: '6d', place: 'loft', views: ['front', 'collar'],
    description: 'Rayon, drapes like water. A faint mark on the left sleeve, you have to know where it is. 58 pit to pit, 74 long.',
    garment: { cut: shirt({ collar: 'camp', short: true }), cloths: { main: checked(satin('#6d4a36'), [['#7b4a33', 20], ['#22303a', 10], ['#c9a66a', 2]]) }, wear: 0.3 },
  },
  {
    seller: 'odile', brand: 'A.P.C.', title: 'Short sleeve linen shirt', category: 'Tops', size: 'S', condition: 'New/Never worn',
    price: 88, listed: '27d', place: 'bed', views: ['front', 'hem'],
    description: 'With tags, a present in the wrong size. Undyed linen with a straight hem.\nPit to pit 53 cm, length 70 cm.',
    garment: { cut: shirt({ collar: 'camp', short: true, pockets: 2 }), cloths: { main: linen('#d8cdb8') }, buttons: '#6b5842', wear: 0 },
  },
  {
    seller: 'slowcloth', brand: 'Margaret Howell', title: 'Workshop shirt, washed indigo linen', category: 'Tops', size: 'L', condition: 'Used',
    price: 115, listed: '6d', place: 'rug', views: ['front', 'collar', 'cuff'],
    description: 'I bought this for a summer in the Hebrides and it rained for most of it, so the linen has been worn under jumpers more than in the sun. It has gone soft as a handkerchief. One replaced button on the cuff, from the spare inside.\n\nChest 23 in across, length 30 in.',
    garment: { cut: shirt({ pockets: 2 }), cloths: { main: { ...linen('#4b5d7c'), worn: { colour: '#8fa0b8', amount: 0.5 } } }, buttons: '#d8d2c2', wear: 0.5 },
  },
  {
    seller: 'marlow', brand: 'Wonder Looper', title: 'Double heavyweight sweatshirt, oat', category: 'Tops', size: 'L', condition: 'Gently used',
    price: 140, listed: '3h', place: 'oakFloor', views: ['front', 'folded', 'cuff'],
    description: 'Extremely dense loopwheel fleece, it stands up by itself. Worn maybe ten times and washed twice, air dried.\nPit to pit 58 cm, shoulder 48 cm, length 67 cm. Ships from Portland.',
    garment: { cut: sweatshirt(), cloths: { main: marl('#cdc2ab', '#b3a68c'), rib: rib('#c4b89f') }, wear: 0.1 },
  },
  {
    seller: 'northbeam', brand: 'Reigning Champ', title: 'Midweight terry hoodie, ink', category: 'Tops', size: 'M', condition: 'Used',
    price: 75, listed: '21d', place: 'greyWall', views: ['front', 'hood', 'pocket'],
    description: '- 13 oz terry, flatlock seams\n- cuffs relaxed, no holes\n- P2P 55 cm, length 68 cm\n\nSmoke-free home.',
    garment: { cut: hoodie(), cloths: { main: fleeceback('#2a2f3a'), rib: rib('#2a2f3a') }, wear: 0.4 },
  },
  {
    seller: 'secondrow', brand: 'Acne Studios', title: 'Zip hoodie, washed olive', category: 'Tops', size: 'M', condition: 'Very worn',
    price: 55, was: 80, listed: '48d', place: 'loft', views: ['front', 'hood'],
    description: 'Thrashed in the best way: sun fade on the shoulders, one cuff coming undone. The zip runs well. Sold as it is.',
    garment: { cut: hoodie({ zip: true }), cloths: { main: { ...fleeceback('#4e5144'), worn: { colour: '#8b8d7a', amount: 0.5 } }, rib: rib('#4a4d40') }, metal: '#b9b4aa', wear: 0.9 },
  },
];
