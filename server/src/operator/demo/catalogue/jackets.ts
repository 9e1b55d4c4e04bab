import { bomber, choreJacket, truckerJacket } from '../drawing/cuts/jackets.ts';
import { denim, duck, leather, melton, nylon, rib, ripstop, sashiko, sateen, satin, shell, suede, twill } from './fabrics.ts';
import type { DemoListing } from './listing.ts';

/** Short jackets. */
export const JACKETS: readonly DemoListing[] = [
  {
    seller: 'marlow', brand: 'Kapital', title: 'Type II trucker, sashiko lining', category: 'Outerwear', size: 'L', condition: 'Used',
    price: 365, was: 510, listed: '31d', bumped: '8m', place: 'oakFloor', views: ['front', 'pocket', 'back', 'collar'],
    description: 'Bought new in Tokyo in 2019 and worn two winters. Soaked once, never machine washed. Small repair inside the left cuff, you cannot see it when worn.\nPit to pit 54 cm, shoulder 46 cm, length 66 cm, sleeve 62 cm. Ships from Portland.',
    garment: { cut: truckerJacket(), cloths: { main: denim('#2c3850', 0.45), lining: sashiko('#2c3850', '#d9d6cc') }, stitchColour: '#bd8746', wear: 0.4 },
  },
  {
    seller: 'tkwn', brand: 'orSlow', title: '50s trucker, one wash', category: 'Outerwear', size: '2', condition: 'Gently used',
    price: 240, listed: '2h', place: 'walnutTable', views: ['front', 'pocket', 'back'],
    description: 'One wash, then worn dry for about 30 days. Still dark. Measured today: P2P 52, S 44, L 60, SL 61.',
    garment: { cut: truckerJacket(), cloths: { main: denim('#232b3d', 0.15) }, stitchColour: '#c08a4a', wear: 0.1 },
  },
  {
    seller: 'secondrow', brand: 'Maison Margiela', title: 'Painted denim jacket, white', category: 'Outerwear', size: '48', condition: 'Used',
    price: 420, listed: '13d', place: 'studio', views: ['front', 'collar', 'back'],
    description: 'The paint cracks and lets the indigo through, more so every year. That is the point. Four stitches at the back intact. 53 pit to pit, 62 long. No trades.',
    garment: { cut: truckerJacket(), cloths: { main: { ...duck('#e4e2dc'), worn: { colour: '#8b97ab', amount: 0.55 } } }, stitchColour: '#cfcbc2', metal: '#a9a69f', wear: 0.7 },
  },
  {
    seller: 'marlow', brand: 'Le Laboureur', title: 'French work jacket, bugatti blue', category: 'Outerwear', size: 'M', condition: 'Used',
    price: 70, listed: '18h', place: 'whiteWall', views: ['hung', 'pocket', 'cuff'],
    description: 'Moleskin, made in Burgundy. The blue has started to fade along the seams as these do. All buttons there.\nPit to pit 57 cm, shoulder 47 cm, length 73 cm. Ships from Portland.',
    garment: { cut: choreJacket(), cloths: { main: sateen('#3c4f7c', '#8794b5') }, buttons: '#20232c', wear: 0.5 },
  },
  {
    seller: 'odile', brand: 'Bleu de Paname', title: 'Counter jacket, ecru drill', category: 'Outerwear', size: 'S', condition: 'Gently used',
    price: 105, was: 130, listed: '20d', place: 'bed', views: ['front', 'pocket'],
    description: 'Stiff cotton drill that softens quickly. One faint pencil line inside the pocket.\nPit to pit 54 cm, length 70 cm.',
    garment: { cut: choreJacket({ pockets: 4 }), cloths: { main: twill('#ddd5c3') }, buttons: '#7a6347', wear: 0.2 },
  },
  {
    seller: 'tkwn', brand: 'Visvim', title: 'Noragi-cut coverall, sashiko', category: 'Outerwear', size: '3', condition: 'Gently used',
    price: 690, listed: '8d', place: 'walnutTable', views: ['front', 'collar', 'cuff'],
    description: 'Hand-stitched cloth, heavy. Worn indoors mostly. Comes with the spare thread and the card. P2P 58, L 76.',
    garment: { cut: choreJacket(), cloths: { main: sashiko('#2b3346', '#c9c6bb') }, buttons: '#4b3a28', wear: 0.1 },
  },
  {
    seller: 'slowcloth', brand: 'Barbour', title: 'Waxed chore coat, archive olive', category: 'Outerwear', size: 'L', condition: 'Very worn',
    price: 85, listed: '61d', place: 'rug', views: ['front', 'pocket', 'cuff'],
    description: 'It has walked a lurcher every day for six years and looks it. Rewaxed by me in October, thorn-proof again, but the cuffs are worn through to the second layer and there is a patch by the left pocket. It smells, faintly, of dog.\n\n23.5 in across the chest, 30 in long.',
    garment: { cut: choreJacket({ pockets: 4 }), cloths: { main: { ...leather('#45452f'), weave: 'canvas', worn: { colour: '#6d6a4a', amount: 0.4 } } }, buttons: '#8d7443', wear: 0.9 },
  },
  {
    seller: 'northbeam', brand: 'Stone Island', title: 'Nylon metal bomber, khaki', category: 'Outerwear', size: 'XL', condition: 'Gently used',
    price: 395, listed: '35m', place: 'greyWall', views: ['hung', 'collar', 'pocket'],
    description: '- nylon metal, garment dyed\n- badge and both buttons included\n- P2P 62 cm, length 69 cm\n\nCertilogo code on request.',
    garment: { cut: bomber(), cloths: { main: nylon('#5d5c43'), rib: rib('#4d4c36'), lining: nylon('#3d3d33') }, metal: '#b9b4aa', wear: 0.2 },
  },
  {
    seller: 'secondrow', brand: 'Helmut Lang', title: 'Padded bomber, black, 1999', category: 'Outerwear', size: '50', condition: 'Used',
    price: 780, listed: '29d', sold: '2d', place: 'studio', views: ['front', 'hem', 'back'],
    description: 'The one with the straps inside. Collar ribbing replaced by a tailor, invisible unless you are looking for it. 58 pit to pit.',
    garment: { cut: bomber(), cloths: { main: nylon('#24252a'), rib: rib('#222327'), lining: nylon('#b0542c') }, metal: '#c2c0ba', wear: 0.4 },
  },
  {
    seller: 'pietro', brand: 'Valstar', title: 'Valstarino suede blouson, tobacco', category: 'Outerwear', size: '52', condition: 'Gently used',
    price: 540, was: 650, listed: '17d', place: 'sand', views: ['front', 'collar', 'hem'],
    description: 'Goat suede, unlined, light as a shirt. I brush it after each wear and it has never seen rain. Chest 57 cm across, length 66 cm. Insured shipping from Milan.',
    garment: { cut: bomber(), cloths: { main: suede('#7d5636'), rib: rib('#6a4a30'), lining: satin('#8f6f50') }, metal: '#b08d57', wear: 0.2 },
  },
  {
    seller: 'northbeam', brand: 'Nanamica', title: 'GORE-TEX short coat, navy', category: 'Outerwear', size: 'M', condition: 'Used',
    price: 310, listed: '5d', place: 'greyWall', views: ['hung', 'cuff'],
    description: '- taped seams, no delamination\n- DWR reapplied this season\n- P2P 56 cm, shoulder 46 cm, length 78 cm',
    garment: { cut: choreJacket(), cloths: { main: shell('#2b3244') }, buttons: '#1d2029', wear: 0.3 },
  },
  {
    seller: 'northbeam', brand: 'and wander', title: 'Ripstop pack jacket, stone', category: 'Outerwear', size: '4', condition: 'New/Never worn',
    price: 225, listed: '44d', sold: '12d', place: 'greyWall', views: ['front', 'collar'],
    description: '- unworn, tags on\n- packs into its own pocket\n- P2P 60 cm, length 70 cm',
    garment: { cut: bomber(), cloths: { main: ripstop('#a9a698'), rib: rib('#8f8c7f'), lining: ripstop('#8f8c7f') }, metal: '#5e5d57', wear: 0 },
  },
  {
    seller: 'lenab', brand: 'Our Legacy', title: 'Wool blouson, anthracite', category: 'Outerwear', size: '48', condition: 'Gently used',
    price: 280, listed: '22h', place: 'loft', views: ['front', 'collar', 'hem'],
    description: 'brushed wool, cropped, two-way zip. dry cleaned, ready to wear. 58 cm pit to pit, 64 cm long.',
    garment: { cut: bomber(), cloths: { main: melton('#46484c'), rib: rib('#3c3e42'), lining: satin('#2f3033') }, metal: '#b9b4aa', wear: 0.1 },
  },
];
