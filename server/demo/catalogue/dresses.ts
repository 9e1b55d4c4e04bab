import type { DemoListing } from './listing.ts';

/** Skirts and dresses; dresses have no category of their own and are listed as tops. */
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
    photos: ['front', 'waist'],
    description:
      'The pleats are set and stay set, I hang it by the waist. Worn twice. Waist 35 cm flat, length 84 cm.',
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
    photos: ['front', 'back'],
    description: 'Dry Japanese denim, knee length on me (1.72 m). Waist 37 cm flat, length 68 cm.',
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
    photos: ['hung', 'waist', 'collar'],
    description:
      'Crisp poplin, the tie makes it. Ironed once and it stayed. Shoulders 41 cm, bust 52 cm flat, length 112 cm.',
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
    photos: ['front', 'neckline'],
    description: 'never worn, tag removed. viscose satin, lined. bust 43 cm flat, 118 cm long with straps.',
  },
];
