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
    photos: ['hung', 'pocket', 'cuff'],
    description:
      'Moleskin, made in Burgundy. The blue has started to fade along the seams as these do. All buttons there.\nPit to pit 57 cm, shoulder 47 cm, length 73 cm. Ships from Portland.',
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
    photos: ['front', 'pocket'],
    description:
      'Stiff cotton drill that softens quickly. One faint pencil line inside the pocket.\nPit to pit 54 cm, length 70 cm.',
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
    photos: ['front', 'collar'],
    description:
      'Hand-stitched cloth, heavy. Worn indoors mostly. Comes with the spare thread and the card. P2P 58, L 76.',
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
    photos: ['front', 'pocket'],
    description:
      'It has walked a lurcher every day for six years and looks it. Rewaxed by me in October, thorn-proof again, but the cuffs are worn through to the second layer and there is a patch by the left pocket. It smells, faintly, of dog.\n\n23.5 in across the chest, 30 in long.',
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
    photos: ['hung', 'cuff'],
    description:
      '- taped seams, no delamination\n- DWR reapplied this season\n- P2P 56 cm, shoulder 46 cm, length 78 cm',
  },
];
