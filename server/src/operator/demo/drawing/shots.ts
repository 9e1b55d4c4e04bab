import type { Article } from './article.ts';
import { type Cut, type Piece, part } from './cut.ts';
import { FIELD_WIDTH, type Point, pointsAlong, readPath, symmetric } from './path.ts';
import type { Shot } from './photograph.ts';
import { PLACES, type PlaceName } from './places.ts';
import { between, seededRandom } from './random.ts';
import { HEIGHT, type View, WIDTH } from './view.ts';

/** `front`, `back`, `hung`, `folded`, or a spot of the cut. */
export type ViewName = string;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const pointsOf = (piece: Piece): Point[] => {
  if (!('d' in piece)) return [[piece.x, piece.y]];
  return pointsAlong(readPath(piece.d), 4);
};

function boxOf(pieces: readonly Piece[]): Box {
  const points = pieces.flatMap(pointsOf);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** Pixels per unit at which the whole field is seen. */
const SCALE = WIDTH / FIELD_WIDTH;
/** Shares of the picture that a garment may fill, and how near the camera may come to a small one. */
const FILL_X = 0.86;
const FILL_Y = 0.86;
const NEAREST = 1.36 * SCALE;
const NEAREST_FOLDED = 1.62 * SCALE;

function fit({ left, top, right, bottom }: Box, nearest = NEAREST): View {
  const zoom = Math.min((WIDTH * FILL_X) / (right - left), (HEIGHT * FILL_Y) / (bottom - top), nearest);
  return { x: (left + right) / 2, y: (top + bottom) / 2, zoom, turn: 0 };
}

/** A wooden hanger whose neck is at `y`. */
function hanger(y: number): Piece[] {
  const arms = symmetric(
    `M450 ${y - 12} C420 ${y - 10} 400 ${y + 2} 380 ${y + 10} C330 ${y + 28} 290 ${y + 46} 262 ${y + 72} L272 ${y + 90} C310 ${y + 62} 370 ${y + 44} 450 ${y + 36}`,
  );
  const hook = `M450 ${y - 8} L450 ${y - 46} C450 ${y - 66} 482 ${y - 68} 482 ${y - 100} C482 ${y - 132} 440 ${y - 138} 424 ${y - 112}`;
  return [
    part(hook, { stroke: 7, level: 1.5, colour: '#9a968e' }),
    part(arms, { look: 'wood', level: 1.8, colour: '#b08a5e' }),
  ];
}

/** The front with a hanger in it: before the inside of the back, behind all the rest. */
function hung({ front, neck = 226 }: Cut): Piece[] {
  const outside = front.findIndex((piece) => piece.kind === 'panel' && piece.level > 2);
  return [...front.slice(0, outside), ...hanger(neck), ...front.slice(outside)];
}

/**
 * One picture of a garment in a member's place; the camera is never held quite the same.
 * @throws when the cut has no such view.
 */
export function shotOf(article: Article, name: ViewName, place: PlaceName): Shot {
  const { cut, seed } = article;
  const setting = PLACES[place];
  const random = seededRandom(`${seed} ${name}`);
  const held = (view: View): View => ({
    x: view.x + between(random, -10, 10) / view.zoom,
    y: view.y + between(random, -14, 14) / view.zoom,
    zoom: view.zoom * between(random, 0.97, 1.02),
    turn: view.turn + between(random, -2.4, 2.4),
  });
  if (name === 'front' || name === 'back') {
    return { pieces: cut[name], view: held(fit(boxOf(cut[name]))), setting };
  }
  if (name === 'hung') {
    const pieces = hung(cut);
    return { pieces, view: held(fit(boxOf(pieces))), setting };
  }
  if (name === 'folded' && cut.folded) {
    const view = fit(boxOf([part(cut.folded)]), NEAREST_FOLDED);
    return {
      pieces: cut.front,
      view: held({ ...view, turn: between(random, -9, 9) }),
      setting,
      outline: cut.folded,
    };
  }
  const spot = cut.spots.find((one) => one.name === name);
  if (!spot) throw new Error(`this cut has no view "${name}"`);
  return {
    pieces: cut.front,
    view: held({ ...spot, zoom: spot.zoom * SCALE, turn: between(random, -7, 7) }),
    setting,
  };
}
