import { MIDDLE, mirror, moved, type Point } from './path.ts';

/** Garments as data. Coordinates are garment units, see `path.ts`. */

/** Which of the article's cloths a panel is made of. */
export type ClothRole = 'main' | 'second' | 'rib' | 'lining' | 'trim' | 'sole';

export interface Panel {
  kind: 'panel';
  d: string;
  cloth: ClothRole;
  /** How high it lies: what is higher casts a shadow on what is lower. */
  level: number;
  /** -1 to 1, darker to lighter than the cloth. */
  tone: number;
  /** Degrees by which the thread is turned. */
  grain: number;
}

export type LineLook = 'seam' | 'stitch' | 'bartack' | 'zip' | 'cord' | 'lace' | 'elastic' | 'groove';
export interface Line {
  kind: 'line';
  d: string;
  look: LineLook;
  /** A colour of its own instead of the one that goes with the article. */
  colour?: string;
  width?: number;
}

export type DotLook = 'button' | 'snap' | 'rivet' | 'eyelet';
export interface Dot {
  kind: 'dot';
  x: number;
  y: number;
  r: number;
  look: DotLook;
  colour?: string;
}

export interface Label {
  kind: 'label';
  x: number;
  y: number;
  width: number;
  height: number;
  look: 'woven' | 'leather' | 'tab';
  /** Degrees. */
  turn: number;
}

/** A solid thing that is not cloth: a buckle, a ring, a hanger. */
export interface Part {
  kind: 'part';
  d: string;
  colour: string;
  level: number;
  look: 'metal' | 'wood' | 'plastic';
  /** Draws the outline this wide instead of filling it. */
  stroke?: number;
}

export type Piece = Panel | Line | Dot | Label | Part;

/** A break in the cloth: a ridge along a curve that fades out at its ends. */
export interface Fold {
  d: string;
  /** Units from the crest to the foot. */
  width: number;
  /** Height of the crest in units; negative is a hollow. */
  height: number;
}

/** A place worth a photograph of its own; at a zoom of 1 the whole field would be seen. */
export interface Spot {
  name: string;
  x: number;
  y: number;
  zoom: number;
}

/** Which way its cloth falls. */
export type Hang = 'top' | 'legs' | 'coat' | 'skirt' | 'dress' | 'still';

export interface Cut {
  front: Piece[];
  back: Piece[];
  /** How its cloth falls. */
  hang: Hang;
  spots: Spot[];
  /** How far down its neck is, if it can hang from a hanger. */
  neck?: number;
  /** What is left to see when it is folded away. */
  folded?: string;
  /** Units by which it is fuller than cloth that lies flat: shoes, bags, hats. */
  puff?: number;
}

export const panel = (d: string, of: Partial<Omit<Panel, 'kind' | 'd'>> = {}): Panel => ({
  kind: 'panel',
  d,
  cloth: 'main',
  level: 4,
  tone: 0,
  grain: 0,
  ...of,
});
export const line = (look: LineLook, d: string, of: Partial<Pick<Line, 'colour' | 'width'>> = {}): Line => ({
  kind: 'line',
  d,
  look,
  ...of,
});
export const seam = (...ds: string[]): Line[] => ds.map((d) => line('seam', d));
export const stitch = (...ds: string[]): Line[] => ds.map((d) => line('stitch', d));
export const dot = (look: DotLook, x: number, y: number, r: number, colour?: string): Dot => ({
  kind: 'dot',
  look,
  x,
  y,
  r,
  ...(colour && { colour }),
});
export const label = (
  look: Label['look'],
  x: number,
  y: number,
  width: number,
  height: number,
  turn = 0,
): Label => ({ kind: 'label', look, x, y, width, height, turn });
export const part = (d: string, of: Partial<Omit<Part, 'kind' | 'd'>> = {}): Part => ({
  kind: 'part',
  d,
  colour: '#b9b4aa',
  level: 9,
  look: 'metal',
  ...of,
});

/** Pieces laid elsewhere, and turned by `degrees` about the middle of the field. */
export function place(pieces: readonly Piece[], by: Point, degrees = 0): Piece[] {
  return pieces.map((piece) => {
    if ('d' in piece) return { ...piece, d: moved(piece.d, by, degrees) };
    const at = moved(`M${piece.x} ${piece.y}`, by, degrees);
    const [x = 0, y = 0] = (at.match(/-?[\d.]+/g) ?? []).map(Number);
    return piece.kind === 'label' ? { ...piece, x, y, turn: piece.turn + degrees } : { ...piece, x, y };
  });
}

/** Pieces as in a mirror; what is written on labels stays readable. */
export const mirrored = (pieces: readonly Piece[]): Piece[] =>
  pieces.map((piece) => {
    if (!('d' in piece)) return { ...piece, x: 2 * MIDDLE - piece.x };
    return { ...piece, d: mirror(piece.d), ...('grain' in piece && { grain: -piece.grain }) };
  });
