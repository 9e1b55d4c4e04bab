import type { Cloth } from '../drawing/cloth.ts';

/** Cloths by the names that people in the trade use. Colours are CSS hex. */

type Hand = Cloth['hand'];
const plain =
  (weave: Cloth['weave'], hand: Hand) =>
  (colour: string): Cloth => ({ colour, weave, hand });

export const denim = (colour: string, faded = 0.5, to = '#8fa3bd'): Cloth => ({
  colour,
  weave: 'denim',
  hand: 'denim',
  pattern: { kind: 'denim', weft: '#b4b7bd' },
  worn: { colour: to, amount: faded },
});
export const jersey = plain('jersey', 'soft');
export const fleeceback = plain('jersey', 'heavy');
export const marl = (colour: string, other: string): Cloth => ({
  ...fleeceback(colour),
  pattern: { kind: 'marl', colour: other },
});
export const rib = plain('rib', 'knit');
export const fineRib = plain('fineRib', 'soft');
export const merino = plain('knit', 'knit');
export const chunky = plain('chunky', 'knit');
export const aran = plain('cable', 'knit');
export const mohair = plain('mohair', 'knit');
export const donegal = (colour: string, ...colours: string[]): Cloth => ({
  ...merino(colour),
  pattern: { kind: 'flecks', colours, share: 0.16 },
});
export const poplin = plain('poplin', 'crisp');
export const oxford = plain('oxford', 'crisp');
export const linen = plain('linen', 'rumpled');
export const twill = plain('twill', 'crisp');
export const sateen = (colour: string, faded: string): Cloth => ({
  colour,
  weave: 'twill',
  hand: 'denim',
  worn: { colour: faded, amount: 0.45 },
});
export const canvas = plain('canvas', 'crisp');
export const duck = plain('canvas', 'denim');
export const melton = plain('melton', 'heavy');
export const hopsack = plain('hopsack', 'heavy');
export const corduroy = plain('corduroy', 'heavy');
export const tweed = (colour: string, light: string, dark: string): Cloth => ({
  colour,
  weave: 'tweed',
  hand: 'heavy',
  pattern: { kind: 'herringbone', colours: [light, dark] },
});
export const boucle = plain('boucle', 'heavy');
export const boa = plain('fleece', 'heavy');
export const nylon = plain('nylon', 'nylon');
export const ripstop = plain('ripstop', 'nylon');
export const shell = plain('nylon', 'crisp');
export const satin = plain('satin', 'satin');
export const leather = plain('leather', 'leather');
export const boxCalf = plain('smoothLeather', 'firm');
export const bridle = plain('leather', 'firm');
export const suede = plain('suede', 'suede');
export const rubber = plain('rubber', 'firm');

/** A cloth with bands of colour; along the thread unless they go across. */
export const striped = (
  cloth: Cloth,
  bands: readonly (readonly [string, number])[],
  along = false,
): Cloth => ({ ...cloth, pattern: { kind: 'stripes', bands, along } });
export const checked = (cloth: Cloth, bands: readonly (readonly [string, number])[]): Cloth => ({
  ...cloth,
  pattern: { kind: 'check', bands },
});
export const sashiko = (colour: string, thread: string): Cloth => ({
  colour,
  weave: 'canvas',
  hand: 'denim',
  pattern: { kind: 'sashiko', thread },
});

/** Body and ribbing of one yarn. */
export const knitted = (cloth: Cloth) => ({ main: cloth, rib: { ...rib(cloth.colour) } });
export const jerseyWith = (cloth: Cloth, ribColour = cloth.colour) => ({
  main: cloth,
  rib: fineRib(ribColour),
});
