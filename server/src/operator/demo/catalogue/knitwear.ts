import { cardigan, pullover, vest } from '../drawing/cuts/knits.ts';
import { aran, chunky, donegal, knitted, merino, mohair, rib, striped } from './fabrics.ts';
import type { DemoListing } from './listing.ts';

/** Everything knitted. */
export const KNITWEAR: readonly DemoListing[] = [
  {
    seller: 'slowcloth', brand: 'Margaret Howell', title: 'Superfine lambswool crew, bottle green', category: 'Tops', size: 'M', condition: 'New/Never worn',
    price: 145, listed: '7h', place: 'rug', views: ['front', 'collar', 'knit'],
    description: 'I own the same jumper in navy and thought I needed both. I did not: this one has spent two winters in a drawer with cedar blocks. Tag still attached.\n\nChest 21.5 in across, length 26 in, sleeve 25 in.',
    garment: { cut: pullover(), cloths: knitted(merino('#3c4b3d')), wear: 0 },
  },
  {
    seller: 'marlow', brand: 'Inverallan', title: 'Hand-knit Aran pullover, natural', category: 'Tops', size: '42', condition: 'Gently used',
    price: 260, listed: '1h', place: 'whiteWall', views: ['hung', 'knit', 'folded'],
    description: 'One knitter made all of it, her name is on the label inside. Heavy, warm, a little hairy as it should be. Washed by hand once.\nPit to pit 56 cm, shoulder 47 cm, length 66 cm, sleeve 64 cm. Ships from Portland.',
    garment: { cut: pullover(), cloths: knitted(aran('#d9cfba')), wear: 0.2 },
  },
  {
    seller: 'slowcloth', brand: 'Andersen-Andersen', title: 'The Navy turtleneck, heavy merino', category: 'Tops', size: 'L', condition: 'Gently used',
    price: 210, listed: '4d', place: 'rug', views: ['front', 'folded', 'hem'],
    description: 'Five-gauge merino, knitted the same front and back so that you can put it on in the dark, which on a boat you do. No moth, no pulls; I keep everything in the freezer for a week before it goes anywhere.\n\n22 in across the chest, 26.5 in long.',
    garment: { cut: pullover({ neck: 'turtle' }), cloths: knitted(chunky('#2b3345')), wear: 0.2 },
  },
  {
    seller: 'lenab', brand: 'Acne Studios', title: 'Mohair v-neck, pale lilac', category: 'Tops', size: 'S', condition: 'Gently used',
    price: 130, was: 165, listed: '15d', place: 'loft', views: ['front', 'collar'],
    description: 'fluffy, oversized, very light. sheds a little on the first wears. 58 cm pit to pit, 62 cm long.',
    garment: { cut: pullover({ neck: 'vee', chest: 250 }), cloths: knitted(mohair('#a99cb3')), wear: 0.2 },
  },
  {
    seller: 'juniper', brand: 'Jil Sander', title: 'Cashmere crew in ecru', category: 'Tops', size: '38', condition: 'Used',
    price: 220, listed: '38d', sold: '9d', place: 'ashFloor', views: ['front', 'collar'],
    description: 'Thick, four-ply, impossibly soft. Slight pilling where a bag strap sits, I have combed it twice. 52 cm flat, 60 cm long.',
    garment: { cut: pullover({ bottom: 800 }), cloths: knitted(merino('#ddd5c4')), wear: 0.3 },
  },
  {
    seller: 'ayakom', brand: 'Auralee', title: 'Shetland cardigan, brick', category: 'Tops', size: '4', condition: 'Gently used',
    price: 235, listed: '9h', place: 'studio', views: ['front', 'buttons', 'collar'],
    description: 'Brushed Shetland wool, horn buttons. Worn five or six times. No defects.\n\nShoulder 47, chest 116, length 66, sleeve 60 (cm).',
    garment: { cut: cardigan(), cloths: knitted(mohair('#8a4635')), buttons: '#3b2a1f', wear: 0.1 },
  },
  {
    seller: 'tkwn', brand: 'Kapital', title: '5G donegal cardigan, moss', category: 'Tops', size: '3', condition: 'Used',
    price: 175, listed: '11d', place: 'walnutTable', views: ['front', 'collar'],
    description: '5 gauge. Neps in four colours. One darn inside the right pocket, neat. P2P 55, L 67.',
    garment: { cut: cardigan(), cloths: knitted(donegal('#57603f', '#c9b98f', '#8a4a2c', '#2f3b4c', '#d8d0bd')), buttons: '#5a4128', wear: 0.4 },
  },
  {
    seller: 'secondrow', brand: 'Raf Simons', title: 'Knitted vest, navy, AW16 style', category: 'Tops', size: '46', condition: 'Gently used',
    price: 155, listed: '24d', place: 'studio', views: ['front', 'knit', 'back'],
    description: 'Chunky wool, wide armholes, meant to be worn over a big shirt. Clean. 54 pit to pit, 62 long.',
    garment: { cut: vest(), cloths: knitted(chunky('#2f3850')), wear: 0.2 },
  },
  {
    seller: 'odile', brand: 'Maison Kitsuné', title: 'Lambswool vest, camel', category: 'Tops', size: 'S', condition: 'Gently used',
    price: 72, listed: '52d', sold: '30d', place: 'bed', views: ['front', 'collar'],
    description: 'Short and boxy, very easy to layer. No flaws. Pit to pit 49 cm, length 54 cm.',
    garment: { cut: vest({ chest: 226, bottom: 770 }), cloths: knitted(merino('#b1885a')), wear: 0.2 },
  },
  {
    seller: 'ayakom', brand: 'Junya Watanabe', title: 'Rugby stripe wool knit', category: 'Tops', size: 'L', condition: 'Used',
    price: 180, listed: '19d', place: 'studio', views: ['front', 'folded', 'back'],
    description: 'Wool, wide stripes in burgundy and oat. Some pilling on the sleeves, please see the photos. Shoulder 48, chest 114, length 68 (cm).',
    garment: { cut: pullover(), cloths: { main: striped(merino('#8b6a5d'), [['#6b2a30', 64], ['#cbbd9f', 64]]), rib: rib('#6b2a30') }, wear: 0.3 },
  },
];
