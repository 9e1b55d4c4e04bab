import { jeans, trousers } from '../drawing/cuts/bottoms.ts';
import { shirtDress, skirt, slipDress } from '../drawing/cuts/dresses.ts';
import { canvas, checked, corduroy, denim, duck, hopsack, linen, poplin, ripstop, satin, sateen, striped, twill } from './fabrics.ts';
import type { DemoListing } from './listing.ts';

const SELVEDGE_INSIDE = { ...canvas('#dcdad3') };

/** Jeans, trousers, skirts, and the dresses, which have no category of their own. */
export const BOTTOMS: readonly DemoListing[] = [
  {
    seller: 'marlow', brand: 'Momotaro', title: '15.7oz selvedge denim, tapered', category: 'Bottoms', size: '34', condition: 'Very worn',
    price: 120, listed: '12m', place: 'oakFloor', views: ['front', 'hem', 'back', 'folded'],
    description: 'Four years of daily wear, two washes. Fades like a map. Crotch repaired with matching thread, left back pocket has a wallet line, no holes.\nWaist 43 cm flat, front rise 27 cm, inseam 79 cm, hem 17.5 cm. Ships from Portland.',
    garment: { cut: jeans({ cuffed: true, hem: 76 }), cloths: { main: denim('#33425f', 0.8), lining: SELVEDGE_INSIDE }, stitchColour: '#d98a86', wear: 0.9 },
  },
  {
    seller: 'marlow', brand: 'orSlow', title: '105 standard jeans, two-year wash', category: 'Bottoms', size: '3', condition: 'Used',
    price: 150, listed: '2d', place: 'oakFloor', views: ['front', 'pocket', 'back'],
    description: 'Straight, mid rise, the easiest jean they make. Hemmed by the maker, chain-stitched.\nWaist 42 cm flat, front rise 29 cm, inseam 76 cm, hem 20 cm. Ships from Portland.',
    garment: { cut: jeans(), cloths: { main: denim('#5a7292', 0.5, '#a9bccf') }, stitchColour: '#c99a5a', wear: 0.5 },
  },
  {
    seller: 'tkwn', brand: 'Samurai Jeans', title: 'S710XX 19oz, raw', category: 'Bottoms', size: '32', condition: 'New/Never worn',
    price: 230, listed: '7d', place: 'walnutTable', views: ['front', 'hem', 'back'],
    description: 'Unsoaked. Will shrink about one size. Tried on once. W 42, FR 28, I 92, H 19.',
    garment: { cut: jeans({ cuffed: true }), cloths: { main: denim('#1f2535', 0), lining: SELVEDGE_INSIDE }, stitchColour: '#b87f45', metal: '#9a8f7c', wear: 0 },
  },
  {
    seller: 'lenab', brand: 'Acne Studios', title: '1996 jeans, stone black', category: 'Bottoms', size: '29x32', condition: 'Gently used',
    price: 95, was: 120, listed: '23d', place: 'loft', views: ['front', 'back'],
    description: 'straight leg, high waist, proper rigid denim. waist 37 cm flat, inseam 81 cm.',
    garment: { cut: jeans({ hem: 88 }), cloths: { main: denim('#3b3b3d', 0.5, '#77777a') }, stitchColour: '#4a4a4c', metal: '#b9b4aa', wear: 0.4 },
  },
  {
    seller: 'juniper', brand: 'The Row', title: 'Pleated wool trousers, graphite', category: 'Bottoms', size: '4', condition: 'Gently used',
    price: 310, listed: '11h', place: 'ashFloor', views: ['front', 'waist', 'back'],
    description: 'Wide, heavy, they swing when you walk. Hemmed for heels and I kept 4 cm inside. Waist 36 cm flat, rise 32 cm, inseam 78 cm.',
    garment: { cut: trousers({ hem: 104, knee: 110 }), cloths: { main: hopsack('#46474b') }, buttons: '#2c2c2e', wear: 0.1 },
  },
  {
    seller: 'odile', brand: 'Margaret Howell', title: 'MHL drawcord trouser, washed canvas', category: 'Bottoms', size: 'S', condition: 'Used',
    price: 78, listed: '5d', place: 'bed', views: ['front', 'waist'],
    description: 'Comfortable to the point of being a problem. A little paint on the left hem.\nWaist 35 to 46 cm flat, inseam 70 cm.',
    garment: { cut: trousers({ pleats: 0, drawstring: true, hem: 92 }), cloths: { main: duck('#6f6a5c') }, wear: 0.5 },
  },
  {
    seller: 'ayakom', brand: 'Issey Miyake', title: 'Wide tuck trousers, deep green', category: 'Bottoms', size: '2', condition: 'Gently used',
    price: 205, listed: '14d', place: 'studio', views: ['front', 'waist', 'hem'],
    description: 'Cotton and wool. Two deep tucks. Beautiful condition. Waist 78, rise 31, inseam 72, hem 26 (cm).',
    garment: { cut: trousers({ hem: 112, knee: 116 }), cloths: { main: sateen('#33453c', '#5f7267') }, buttons: '#20261f', wear: 0.1 },
  },
  {
    seller: 'pietro', brand: 'Incotex', title: 'Needle-cord trousers, mustard', category: 'Bottoms', size: 'IT 48', condition: 'Gently used',
    price: 92, listed: '40d', sold: '15d', place: 'sand', views: ['front', 'waist'],
    description: 'A colour for brave men and November. One pleat, side adjusters. Waist 42 cm flat, inseam 77 cm.',
    garment: { cut: trousers({ pleats: 1, hem: 76 }), cloths: { main: corduroy('#a47a34') }, buttons: '#4f3a1d', wear: 0.2 },
  },
  {
    seller: 'slowcloth', brand: 'Universal Works', title: 'Pleated track pant, summer check', category: 'Bottoms', size: '36', condition: 'Used',
    price: 58, listed: '70d', place: 'rug', views: ['front', 'back'],
    description: 'My gardening trousers of choice, which I say as a compliment; the knees are sound. A check so quiet it takes a minute to see it.\n\nWaist 18 in flat, inseam 30 in.',
    garment: { cut: trousers({ pleats: 1 }), cloths: { main: checked(twill('#77756c'), [['#7d7b71', 28], ['#67665f', 4]]) }, buttons: '#3c382f', wear: 0.5 },
  },
  {
    seller: 'northbeam', brand: 'Gramicci', title: 'Ripstop G-shorts, sand', category: 'Bottoms', size: 'M', condition: 'Gently used',
    price: 45, listed: '4d', place: 'greyWall', views: ['front', 'waist'],
    description: '- gusset, webbing belt removed, cord instead\n- waist 36 to 44 cm flat, inseam 19 cm',
    garment: { cut: trousers({ short: true, drawstring: true, pleats: 0 }), cloths: { main: ripstop('#b3a68b') }, wear: 0.2 },
  },
  {
    seller: 'secondrow', brand: 'Number (N)ine', title: 'Striped linen shorts', category: 'Bottoms', size: '2', condition: 'Used',
    price: 130, listed: '55d', place: 'loft', views: ['front', 'hem'],
    description: 'Linen with an awning stripe. Soft, faded, complete. Waist 40 flat, inseam 22. No trades.',
    garment: { cut: trousers({ short: true, pleats: 2 }), cloths: { main: striped(linen('#c3b9a6'), [['#d8d0bf', 16], ['#6c7787', 16]], true) }, buttons: '#e4dccb', wear: 0.4 },
  },
  {
    seller: 'juniper', brand: 'Khaite', title: 'Pleated midi skirt, black satin', category: 'Bottoms', size: '4', condition: 'Gently used',
    price: 265, was: 330, listed: '9d', place: 'ashFloor', views: ['front', 'waist', 'hem'],
    description: 'The pleats are set and stay set, I hang it by the waist. Worn twice. Waist 35 cm flat, length 84 cm.',
    garment: { cut: skirt({ pleated: true }), cloths: { main: satin('#2b2c30') }, wear: 0.1 },
  },
  {
    seller: 'odile', brand: 'A.P.C.', title: 'A-line denim skirt, indigo', category: 'Bottoms', size: '38', condition: 'Gently used',
    price: 68, listed: '34d', sold: '5d', place: 'ashFloor', views: ['front', 'back'],
    description: 'Dry Japanese denim, knee length on me (1.72 m). Waist 37 cm flat, length 68 cm.',
    garment: { cut: skirt({ flare: 240, bottom: 880 }), cloths: { main: denim('#2b3650', 0.2) }, stitchColour: '#bd8746', wear: 0.2 },
  },
  {
    seller: 'juniper', brand: 'Studio Nicholson', title: 'Belted shirt dress, moss', category: 'Tops', size: '8', condition: 'Gently used',
    price: 185, listed: '28h', place: 'whiteWall', views: ['hung', 'waist', 'collar'],
    description: 'Crisp poplin, the tie makes it. Ironed once and it stayed. Shoulders 41 cm, bust 52 cm flat, length 112 cm.',
    garment: { cut: shirtDress(), cloths: { main: poplin('#626c58') }, buttons: '#4c5344', wear: 0.1 },
  },
  {
    seller: 'lenab', brand: 'Jil Sander', title: 'Bias slip dress, ink', category: 'Tops', size: '36', condition: 'New/Never worn',
    price: 225, listed: '18d', place: 'loft', views: ['front', 'neckline', 'back'],
    description: 'never worn, tag removed. viscose satin, lined. bust 43 cm flat, 118 cm long with straps.',
    garment: { cut: slipDress(), cloths: { main: satin('#2c3242') }, wear: 0 },
  },
];
