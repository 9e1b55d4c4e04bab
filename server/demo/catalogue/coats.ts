import type { DemoListing } from './listing.ts';

/** Coats and tailored jackets. */
export const COATS: readonly DemoListing[] = [
  {
    seller: 'juniper',
    brand: 'Lemaire',
    title: 'Wrap-front wool coat, camel',
    category: 'Outerwear',
    size: '36',
    condition: 'Gently used',
    price: 620,
    was: 780,
    listed: '10d',
    bumped: '4h',
    photos: ['hung', 'lapel', 'pocket'],
    description:
      'I love this coat and it is simply too big on me. Wool and a little cashmere, one hidden button. Professionally cleaned last week.\nShoulders 44 cm, bust 56 cm flat, length 110 cm. Brooklyn, happy to meet.',
  },
  {
    seller: 'slowcloth',
    brand: 'Harris Tweed',
    title: 'Double-breasted greatcoat, grey herringbone',
    category: 'Outerwear',
    size: '44',
    condition: 'Used',
    price: 190,
    listed: '14h',
    photos: ['hung', 'lapel', 'back'],
    description:
      'Woven on Lewis, made up in Leeds some time in the eighties and given to me by the widow of the man it was made for, with the request that it be worn. I have done my part. Lining resewn at the vent. It weighs 7 lb.\n\n24 in across the chest, 44 in long.',
  },
  {
    seller: 'ayakom',
    brand: 'Yohji Yamamoto',
    title: 'Pour Homme long coat, black wool',
    category: 'Outerwear',
    size: '3',
    condition: 'Used',
    price: 560,
    listed: '26d',
    photos: ['front', 'lapel'],
    description:
      'Wool gabardine. Very wide shape. Small fading under the collar, cannot be seen when worn. Shoulder 50, chest 124, length 112 (cm).',
  },
  {
    seller: 'lenab',
    brand: 'Toteme',
    title: 'Bouclé coat, off-white',
    category: 'Outerwear',
    size: 'XS',
    condition: 'Gently used',
    price: 340,
    listed: '36d',
    sold: '21d',
    photos: ['front', 'pocket'],
    description:
      'worn one winter, cleaned. a tiny make-up mark on the collar came out. 54 cm pit to pit, 105 cm long.',
  },
  {
    seller: 'marlow',
    brand: 'Engineered Garments',
    title: 'Bedford jacket, olive cord',
    category: 'Outerwear',
    size: 'M',
    condition: 'Used',
    price: 160,
    listed: '6d',
    photos: ['hung', 'lapel', 'pocket'],
    description:
      'Eight-wale corduroy, unlined. The elbows have gone smooth, which I like. One button replaced with the spare.\nPit to pit 55 cm, shoulder 45 cm, length 72 cm, sleeve 63 cm. Ships from Portland.',
  },
  {
    seller: 'pietro',
    brand: 'Boglioli',
    title: 'K-Jacket, unlined navy hopsack',
    category: 'Outerwear',
    size: 'IT 50',
    condition: 'Gently used',
    price: 245,
    listed: '3d',
    photos: ['front', 'lapel'],
    description:
      'The garment-dyed one that feels like a cardigan. Worn to two weddings, neither of them mine. Shoulders 45 cm, chest 54 cm across, length 74 cm. Insured shipping from Milan.',
  },
  {
    seller: 'juniper',
    brand: 'Dries Van Noten',
    title: 'Linen blazer, sage',
    category: 'Outerwear',
    size: '38',
    condition: 'New/Never worn',
    price: 290,
    listed: '50d',
    photos: ['front', 'lapel'],
    description:
      'Bought for a trip that never happened, so it never happened either. Tags on. Shoulders 42 cm, bust 51 cm flat, length 70 cm.',
  },
];
