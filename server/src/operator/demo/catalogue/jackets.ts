import { choreJacket } from '../drawing/cuts/chore.ts';
import { leather, sashiko, sateen, shell, twill } from './fabrics.ts';
import type { DemoListing } from './listing.ts';

/** Short jackets. */
export const JACKETS: readonly DemoListing[] = [
  {
    seller: 'marlow',
    brand: 'Le Laboureur',
    title: 'French work jacket, bugatti blue',
    category: 'Outerwear',
    size: 'M',
    condition: 'Used',
    price: 70,
    listed: '18h',
    place: 'whiteWall',
    views: ['hung', 'pocket', 'cuff'],
    description:
      'Moleskin, made in Burgundy. The blue has started to fade along the seams as these do. All buttons there.\nPit to pit 57 cm, shoulder 47 cm, length 73 cm. Ships from Portland.',
    garment: {
      cut: choreJacket(),
      cloths: { main: sateen('#3c4f7c', '#8794b5') },
      buttons: '#20232c',
      wear: 0.5,
    },
  },
  {
    seller: 'odile',
    brand: 'Bleu de Paname',
    title: 'Counter jacket, ecru drill',
    category: 'Outerwear',
    size: 'S',
    condition: 'Gently used',
    price: 105,
    was: 130,
    listed: '20d',
    place: 'bed',
    views: ['front', 'pocket'],
    description:
      'Stiff cotton drill that softens quickly. One faint pencil line inside the pocket.\nPit to pit 54 cm, length 70 cm.',
    garment: {
      cut: choreJacket({ pockets: 4 }),
      cloths: { main: twill('#ddd5c3') },
      buttons: '#7a6347',
      wear: 0.2,
    },
  },
  {
    seller: 'tkwn',
    brand: 'Visvim',
    title: 'Noragi-cut coverall, sashiko',
    category: 'Outerwear',
    size: '3',
    condition: 'Gently used',
    price: 690,
    listed: '8d',
    place: 'walnutTable',
    views: ['front', 'collar'],
    description:
      'Hand-stitched cloth, heavy. Worn indoors mostly. Comes with the spare thread and the card. P2P 58, L 76.',
    garment: {
      cut: choreJacket(),
      cloths: { main: sashiko('#2b3346', '#c9c6bb') },
      buttons: '#4b3a28',
      wear: 0.1,
    },
  },
  {
    seller: 'slowcloth',
    brand: 'Barbour',
    title: 'Waxed chore coat, archive olive',
    category: 'Outerwear',
    size: 'L',
    condition: 'Very worn',
    price: 85,
    listed: '61d',
    place: 'rug',
    views: ['front', 'pocket'],
    description:
      'It has walked a lurcher every day for six years and looks it. Rewaxed by me in October, thorn-proof again, but the cuffs are worn through to the second layer and there is a patch by the left pocket. It smells, faintly, of dog.\n\n23.5 in across the chest, 30 in long.',
    garment: {
      cut: choreJacket({ pockets: 4 }),
      cloths: { main: { ...leather('#45452f'), weave: 'canvas', worn: { colour: '#6d6a4a', amount: 0.4 } } },
      buttons: '#8d7443',
      wear: 0.9,
    },
  },
  {
    seller: 'northbeam',
    brand: 'Nanamica',
    title: 'GORE-TEX short coat, navy',
    category: 'Outerwear',
    size: 'M',
    condition: 'Used',
    price: 310,
    listed: '5d',
    place: 'greyWall',
    views: ['hung', 'cuff'],
    description:
      '- taped seams, no delamination\n- DWR reapplied this season\n- P2P 56 cm, shoulder 46 cm, length 78 cm',
    garment: { cut: choreJacket(), cloths: { main: shell('#2b3244') }, buttons: '#1d2029', wear: 0.3 },
  },
];
