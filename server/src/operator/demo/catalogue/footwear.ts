import { boot, leatherShoe, sneaker } from '../drawing/cuts/shoes.ts';
import { boxCalf, bridle, canvas, duck, rubber, suede } from './fabrics.ts';
import type { DemoListing } from './listing.ts';

const LEATHER_LINING = boxCalf('#b59470');

/** Shoes and boots. */
export const FOOTWEAR: readonly DemoListing[] = [
  {
    seller: 'pietro', brand: 'Paraboot', title: 'Michael derby, dark brown', category: 'Footwear', size: 'EU 42', condition: 'Used',
    price: 210, listed: '50m', place: 'sand', views: ['front', 'back', 'toe'],
    description: 'Norwegian welt, lisse leather, resoled by the factory last year. Creamed every month, trees always in. True to size. Insured shipping from Milan.',
    garment: { cut: leatherShoe(), cloths: { main: boxCalf('#3a261b'), sole: rubber('#4a3626'), lining: LEATHER_LINING }, wear: 0.3 },
  },
  {
    seller: 'pietro', brand: 'Alden', title: 'Leisure handsewn loafer, color 8', category: 'Footwear', size: 'US 9', condition: 'Gently used',
    price: 340, was: 395, listed: '8d', place: 'sand', views: ['front', 'toe', 'back'],
    description: 'Shell cordovan, the rolls in it are like waves and that is how it should be. Light scuff on the right heel. Insole measures 28.5 cm.',
    garment: { cut: leatherShoe({ loafer: true }), cloths: { main: boxCalf('#4b211f'), sole: rubber('#2c201a'), lining: LEATHER_LINING }, wear: 0.3 },
  },
  {
    seller: 'secondrow', brand: 'Guidi', title: '986 back-zip boot, natural', category: 'Footwear', size: '43', condition: 'Used',
    price: 690, listed: '22d', place: 'studio', views: ['front', 'back'],
    description: 'Full grain horse. Dark from wear around the ankle. Soles have half a life left. Dust bag included. No trades.',
    garment: { cut: boot({ zip: true }), cloths: { main: bridle('#8a6846'), sole: rubber('#3b3028'), lining: suede('#a58b68') }, metal: '#b9b4aa', wear: 0.6 },
  },
  {
    seller: 'marlow', brand: 'Red Wing', title: 'Iron Ranger, amber harness', category: 'Footwear', size: 'US 10', condition: 'Used',
    price: 155, listed: '5h', place: 'oakFloor', views: ['front', 'back', 'toe'],
    description: 'Broken in so that you do not have to. Conditioned last month, laces new, cork sole at about 70 %. Runs large, I wear 10.5 in sneakers.\nInsole 28.8 cm, width at the ball 10.4 cm. Ships from Portland.',
    garment: { cut: boot(), cloths: { main: bridle('#7d4a24'), sole: rubber('#cdbf9f'), lining: suede('#9b7d58') }, wear: 0.5 },
  },
  {
    seller: 'northbeam', brand: 'Diemme', title: 'Roccia Vet boot, grey suede', category: 'Footwear', size: '44', condition: 'Gently used',
    price: 175, listed: '30d', sold: '18d', place: 'greyWall', views: ['front', 'back'],
    description: '- made in Veneto, Vibram sole\n- worn about ten times on dry streets\n- insole 29 cm',
    garment: { cut: boot(), cloths: { main: suede('#7d7b76'), sole: rubber('#d3cbb9'), lining: bridle('#5c5750') }, metal: '#b9b4aa', wear: 0.2 },
  },
  {
    seller: 'lenab', brand: 'Common Projects', title: 'BBall low, white and grey', category: 'Footwear', size: '38', condition: 'Used',
    price: 110, was: 140, listed: '12d', place: 'loft', views: ['front', 'back', 'toe'],
    description: 'cleaned, new laces. light creasing at the toe. gold numbers still readable. insole 25 cm.',
    garment: { cut: sneaker(), cloths: { main: boxCalf('#e6e3db'), second: suede('#97928a'), sole: rubber('#dbd5c6'), lining: canvas('#cfc8b8') }, wear: 0.3 },
  },
  {
    seller: 'tkwn', brand: 'Shoes Like Pottery', title: 'Canvas low, natural', category: 'Footwear', size: '27', condition: 'Gently used',
    price: 60, listed: '3d', place: 'walnutTable', views: ['front', 'toe'],
    description: 'Vulcanised in Kurume. Worn four times. Size in cm: 27.0.',
    garment: { cut: sneaker({ laceColour: '#f0ece1' }), cloths: { main: duck('#dad1bb'), second: duck('#d3c9b1'), sole: rubber('#e2dac6'), lining: canvas('#c9c0aa') }, wear: 0.1 },
  },
  {
    seller: 'ayakom', brand: 'Maison Margiela', title: 'Replica sneaker, navy suede', category: 'Footwear', size: '41', condition: 'Gently used',
    price: 225, listed: '6d', place: 'studio', views: ['front', 'back'],
    description: 'Suede and leather, gum sole. Worn three times. Box included. Insole 26.5 cm.',
    garment: { cut: sneaker({ laceColour: '#d8d2c4', stripes: true }), cloths: { main: suede('#2f3a52'), second: boxCalf('#8d8c8a'), sole: rubber('#b98a56'), lining: canvas('#c3bba8') }, wear: 0.1 },
  },
];
