import { shirtDress, skirt, slipDress } from '../drawing/cuts/dresses.ts';
import { denim, poplin, satin } from './fabrics.ts';
import type { DemoListing } from './listing.ts';

/** Skirts and dresses; a dress has no category of its own and stands among the tops. */
export const DRESSES: readonly DemoListing[] = [
  {
    seller: 'juniper',
    brand: 'Khaite',
    title: 'Pleated midi skirt, black satin',
    category: 'Bottoms',
    size: '4',
    condition: 'Gently used',
    price: 265,
    was: 330,
    listed: '9d',
    place: 'ashFloor',
    views: ['front', 'waist'],
    description:
      'The pleats are set and stay set, I hang it by the waist. Worn twice. Waist 35 cm flat, length 84 cm.',
    garment: { cut: skirt({ pleated: true }), cloths: { main: satin('#2b2c30') }, wear: 0.1 },
  },
  {
    seller: 'odile',
    brand: 'A.P.C.',
    title: 'A-line denim skirt, indigo',
    category: 'Bottoms',
    size: '38',
    condition: 'Gently used',
    price: 68,
    listed: '34d',
    sold: '5d',
    place: 'ashFloor',
    views: ['front', 'back'],
    description: 'Dry Japanese denim, knee length on me (1.72 m). Waist 37 cm flat, length 68 cm.',
    garment: {
      cut: skirt({ flare: 240, bottom: 880 }),
      cloths: { main: denim('#2b3650', 0.2) },
      stitchColour: '#bd8746',
      wear: 0.2,
    },
  },
  {
    seller: 'juniper',
    brand: 'Studio Nicholson',
    title: 'Belted shirt dress, moss',
    category: 'Tops',
    size: '8',
    condition: 'Gently used',
    price: 185,
    listed: '28h',
    place: 'whiteWall',
    views: ['hung', 'waist', 'collar'],
    description:
      'Crisp poplin, the tie makes it. Ironed once and it stayed. Shoulders 41 cm, bust 52 cm flat, length 112 cm.',
    garment: { cut: shirtDress(), cloths: { main: poplin('#626c58') }, buttons: '#4c5344', wear: 0.1 },
  },
  {
    seller: 'lenab',
    brand: 'Jil Sander',
    title: 'Bias slip dress, ink',
    category: 'Tops',
    size: '36',
    condition: 'New/Never worn',
    price: 225,
    listed: '18d',
    place: 'loft',
    views: ['front', 'neckline'],
    description: 'never worn, tag removed. viscose satin, lined. bust 43 cm flat, 118 cm long with straps.',
    garment: { cut: slipDress(), cloths: { main: satin('#2c3242') }, wear: 0 },
  },
];
