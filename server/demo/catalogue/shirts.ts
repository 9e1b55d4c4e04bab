import type { DemoListing } from './listing.ts';

/** Shirts. */
export const SHIRTS: readonly DemoListing[] = [
  {
    seller: 'marlow',
    brand: 'Engineered Garments',
    title: '19 Century BD shirt, blue oxford',
    category: 'Tops',
    size: 'M',
    condition: 'Gently used',
    price: 125,
    listed: '26m',
    photos: ['hung', 'collar', 'cuff'],
    description:
      'My favourite cut of theirs, the collar rolls by itself. Two owners, I am the second. No flaws that I can find, and I looked.\nPit to pit 57 cm, shoulder 46 cm, sleeve 63 cm, length 76 cm. Ships from Portland, usually the next day.',
  },
  {
    seller: 'juniper',
    brand: 'Lemaire',
    title: 'Band collar shirt in dry silk',
    category: 'Tops',
    size: '36',
    condition: 'Gently used',
    price: 240,
    was: 295,
    listed: '12d',
    photos: ['front', 'collar'],
    description:
      'Such a good colour, somewhere between clay and rose. I dry cleaned it after the one dinner it went to.\nShoulders 41 cm, bust 54 cm flat, length 73 cm. Brooklyn, happy to meet.',
  },
  {
    seller: 'ayakom',
    brand: 'Comme des Garçons',
    title: 'Homme Plus striped shirt, AD2011',
    category: 'Tops',
    size: 'M',
    condition: 'Gently used',
    price: 190,
    listed: '2d',
    photos: ['front', 'collar', 'back'],
    description:
      'Cotton poplin, stripes in navy on white. AD2011. Very good condition. I am happy to send more photos.\n\nShoulder 45, chest 112, length 77 (cm).',
  },
  {
    seller: 'secondrow',
    brand: 'Needles',
    title: 'Camp collar shirt, brown plaid',
    category: 'Tops',
    size: 'L',
    condition: 'Used',
    price: 95,
    listed: '33d',
    sold: '6d',
    photos: ['front', 'collar'],
    description:
      'Rayon, drapes like water. A faint mark on the left sleeve, you have to know where it is. 58 pit to pit, 74 long.',
  },
  {
    seller: 'odile',
    brand: 'A.P.C.',
    title: 'Short sleeve linen shirt',
    category: 'Tops',
    size: 'S',
    condition: 'New/Never worn',
    price: 88,
    listed: '27d',
    photos: ['front', 'hem'],
    description:
      'With tags, a present in the wrong size. Undyed linen with a straight hem.\nPit to pit 53 cm, length 70 cm.',
  },
  {
    seller: 'slowcloth',
    brand: 'Margaret Howell',
    title: 'Workshop shirt, washed indigo linen',
    category: 'Tops',
    size: 'L',
    condition: 'Used',
    price: 115,
    listed: '6d',
    photos: ['front', 'collar'],
    description:
      'I bought this for a summer in the Hebrides and it rained for most of it, so the linen has been worn under jumpers more than in the sun. It has gone soft as a handkerchief. One replaced button on the cuff, from the spare inside.\n\nChest 23 in across, length 30 in.',
  },
];
