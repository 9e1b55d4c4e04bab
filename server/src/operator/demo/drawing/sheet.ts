import type { Article } from './article.ts';
import { type Cloth, HANDS } from './cloth.ts';
import { hexOf, rgb, toned } from './colour.ts';
import type { ClothRole, Dot, Label, Line, Panel, Part, Piece } from './cut.ts';
import { letter } from './lettering.ts';
import { mapPath, type Path, type Point, readPath, subdivide, writePath } from './path.ts';

/** What the painter must know of one surface of the picture, found by the number painted in its place. */
export interface Surface {
  /** `null`: not cloth; painted as it is. */
  role: ClothRole | null;
  grain: number;
  level: number;
  cloth: Cloth | null;
  sheen: number;
  shine: number;
}

/** The same drawing twice: in its colours, and as a map whose red is the number of a surface and green how deep it lies. */
export interface Sheet {
  colours: string;
  map: string;
  /** By number; 0 is the ground. */
  surfaces: Surface[];
}

export type Warp = (point: Point) => Point;

const METAL = { sheen: 0.55, shine: 12 };
const PLASTIC = { sheen: 0.3, shine: 18 };
const WOOD = { sheen: 0.12, shine: 8 };
const GROUND: Surface = { role: null, grain: 0, level: 0, cloth: null, sheen: 0, shine: 1 };

const n = (v: number) => v.toFixed(1);
const circle = (x: number, y: number, r: number, rest: string) =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" ${rest}/>`;

/** Draws pieces one by one, so that each lies on those before it. */
export class SheetPainter {
  readonly #article: Article;
  readonly #warp: Warp;
  readonly #surfaces: Surface[] = [GROUND];
  #colours = '';
  #map = '';
  /** Level of what was drawn last: seams and buttons lie on it. */
  #level = 0;

  constructor(article: Article, warp: Warp) {
    this.#article = article;
    this.#warp = warp;
  }

  draw(pieces: readonly Piece[]): Sheet {
    for (const piece of pieces) this.#drawOne(piece);
    return { colours: this.#colours, map: this.#map, surfaces: this.#surfaces };
  }

  #drawOne(piece: Piece): void {
    switch (piece.kind) {
      case 'panel':
        return this.#panel(piece);
      case 'line':
        return this.#line(piece);
      case 'dot':
        return this.#dot(piece);
      case 'label':
        return this.#label(piece);
      case 'part':
        return this.#part(piece);
    }
  }

  #bent(d: string): string {
    let path: Path = subdivide(readPath(d));
    path = mapPath(path, this.#warp);
    return writePath(path);
  }

  #number(surface: Surface): string {
    this.#surfaces.push(surface);
    this.#level = surface.level;
    return this.#mark();
  }

  #mark(depth = 0): string {
    return `rgb(${this.#surfaces.length - 1},${depth},0)`;
  }

  #panel({ d, cloth: role, level, tone, grain }: Panel): void {
    const cloth = this.#article.cloths[role] ?? this.#article.cloths.main;
    const fill = toned(rgb(cloth.colour), tone);
    const { sheen, shine } = HANDS[cloth.hand];
    const path = this.#bent(d);
    const mark = this.#number({ role, grain, level, cloth, sheen, shine });
    const edge = hexOf(toned(fill, -0.5));
    this.#colours += `<path d="${path}" fill="${hexOf(fill)}" stroke="${edge}" stroke-opacity=".5" stroke-width="1.2"/>`;
    this.#map += `<path d="${path}" fill="${mark}"/>`;
  }

  #line({ d, look, colour, width }: Line): void {
    const path = this.#bent(d);
    const main = rgb(this.#article.cloths.main.colour);
    const metal = this.#article.metal ?? '#b08d57';
    const stroke = (c: string, w: number, rest = '') =>
      `<path d="${path}" fill="none" stroke="${c}" stroke-width="${w}" ${rest}/>`;
    switch (look) {
      case 'seam':
        this.#colours += stroke(hexOf(toned(main, -0.55)), width ?? 2, 'stroke-opacity=".7"');
        this.#map += stroke(this.#mark(190), 4);
        return;
      case 'groove':
        this.#colours += stroke(hexOf(toned(main, -0.5)), width ?? 2, 'stroke-opacity=".35"');
        this.#map += stroke(this.#mark(230), (width ?? 2) * 2);
        return;
      case 'stitch':
      case 'bartack': {
        const thread = colour ?? this.#article.stitchColour ?? hexOf(toned(main, 0.22));
        const dashes = look === 'stitch' ? 'stroke-dasharray="6 3.6"' : 'stroke-dasharray="1.6 1"';
        const w = width ?? (look === 'stitch' ? 1.9 : 6);
        this.#colours += stroke(
          hexOf(toned(main, -0.6)),
          w + 1.4,
          `${dashes} stroke-opacity=".5" transform="translate(.7 1.1)"`,
        );
        this.#colours += stroke(thread, w, `${dashes} stroke-linecap="round"`);
        this.#map += stroke(this.#mark(80), 4.5);
        return;
      }
      case 'elastic':
        this.#colours += stroke(hexOf(toned(main, -0.4)), width ?? 2.4, 'stroke-opacity=".6"');
        this.#map += stroke(this.#mark(150), 5);
        return;
      case 'zip':
        return this.#zip(stroke, colour ?? hexOf(toned(main, -0.55)), metal);
      case 'cord':
      case 'lace':
        return this.#cord(stroke, colour ?? '#e6e1d6', width ?? 7, look === 'lace');
    }
  }

  #zip(stroke: (c: string, w: number, rest?: string) => string, tape: string, metal: string): void {
    const level = this.#level;
    this.#number({ ...GROUND, level: level + 0.3, ...METAL });
    this.#colours += stroke(tape, 17) + stroke(metal, 8, 'stroke-dasharray="2.4 1.8"');
    this.#colours += stroke('#14110d', 1, 'stroke-opacity=".7"');
    this.#map += stroke(this.#mark(60), 9);
    this.#level = level;
  }

  #cord(
    stroke: (c: string, w: number, rest?: string) => string,
    colour: string,
    w: number,
    isFlat: boolean,
  ): void {
    const level = this.#level;
    this.#number({ ...GROUND, level: level + 2 });
    const round = 'stroke-linecap="round" stroke-linejoin="round"';
    this.#colours += stroke(hexOf(toned(rgb(colour), -0.45)), w + 1.4, round) + stroke(colour, w, round);
    const twist = isFlat ? 'stroke-dasharray="1 2.4"' : 'stroke-dasharray="3 3.4"';
    this.#colours += stroke(hexOf(toned(rgb(colour), -0.3)), w * 0.7, `${twist} stroke-opacity=".5"`);
    this.#map += stroke(this.#mark(), w, round);
    this.#level = level;
  }

  #dot({ x, y, r, look, colour }: Dot): void {
    const [cx, cy] = this.#warp([x, y]);
    const level = this.#level;
    const isMetal = look !== 'button';
    const own =
      colour ?? (isMetal ? this.#article.metal : this.#article.buttons) ?? (isMetal ? '#b08d57' : '#e9e4d8');
    const dark = hexOf(toned(rgb(own), -0.55));
    const lit = hexOf(toned(rgb(own), 0.35));
    const mark = this.#number({ ...GROUND, level: level + 1.2, ...(isMetal ? METAL : PLASTIC) });
    this.#colours += circle(cx, cy, r, `fill="${own}" stroke="${dark}" stroke-width="${n(r * 0.16)}"`);
    this.#map += circle(cx, cy, r, `fill="${mark}"`);
    if (look === 'button') {
      this.#colours += circle(
        cx,
        cy,
        r * 0.66,
        `fill="none" stroke="${dark}" stroke-opacity=".45" stroke-width="${n(r * 0.14)}"`,
      );
      for (const [dx, dy] of [
        [-1, -1],
        [1, -1],
        [-1, 1],
        [1, 1],
      ] as const) {
        this.#colours += circle(cx + dx * r * 0.22, cy + dy * r * 0.22, r * 0.12, `fill="${dark}"`);
      }
    } else if (look === 'eyelet') {
      this.#colours += circle(cx, cy, r * 0.5, 'fill="#17130f"');
    } else {
      this.#colours += circle(
        cx,
        cy,
        r * 0.62,
        `fill="none" stroke="${dark}" stroke-opacity=".6" stroke-width="${n(r * 0.13)}"`,
      );
      this.#colours += circle(cx - r * 0.2, cy - r * 0.25, r * 0.24, `fill="${lit}" fill-opacity=".8"`);
    }
    this.#level = level;
  }

  #label({ x, y, width, height, look, turn }: Label): void {
    const [cx, cy] = this.#warp([x, y]);
    const level = this.#level;
    const { ground, ink } =
      look === 'leather'
        ? { ground: '#a9794a', ink: '#4a2d16' }
        : look === 'tab'
          ? { ground: '#b4232e', ink: '#f3efe6' }
          : (this.#article.labelColours ?? { ground: '#efece4', ink: '#26241f' });
    const mark = this.#number({ ...GROUND, level: level + 0.7 });
    const box = `x="${n(-width / 2)}" y="${n(-height / 2)}" width="${n(width)}" height="${n(height)}" rx="${look === 'leather' ? 2 : 0.6}"`;
    const place = `transform="translate(${n(cx)} ${n(cy)}) rotate(${n(turn)})"`;
    const lines = look === 'tab' ? [] : this.#article.labels;
    const big = lines.length > 1 ? height * 0.36 : height * 0.42;
    const text = lines
      .map((words, i) => {
        const at = lines.length > 1 ? (i === 0 ? -height * 0.16 : height * 0.25) : 0;
        return letter(words, 0, at, i === 0 ? big : height * 0.15, width * 0.84);
      })
      .join('');
    const pen = Math.max(0.5, big * 0.1);
    const thread = hexOf(toned(rgb(ground), -0.4));
    this.#colours +=
      `<g ${place}><rect ${box} fill="${ground}" stroke="${thread}" stroke-width=".8"/>` +
      `<path d="${text}" fill="none" stroke="${ink}" stroke-width="${n(pen)}" stroke-linecap="round" stroke-linejoin="round"/>` +
      (look === 'tab'
        ? ''
        : `<rect x="${n(-width / 2 + 2.2)}" y="${n(-height / 2 + 2.2)}" width="${n(width - 4.4)}" height="${n(height - 4.4)}" fill="none" stroke="${thread}" stroke-opacity=".5" stroke-dasharray="3 2" stroke-width=".8"/>`) +
      '</g>';
    this.#map += `<rect ${place} ${box} fill="${mark}"/>`;
    this.#level = level;
  }

  #part({ d, colour, level, look, stroke }: Part): void {
    const path = this.#bent(d);
    const gloss = look === 'metal' ? METAL : look === 'wood' ? WOOD : PLASTIC;
    const mark = this.#number({ ...GROUND, level, ...gloss });
    const dark = hexOf(toned(rgb(colour), -0.5));
    const lit = hexOf(toned(rgb(colour), 0.4));
    const round = 'fill="none" stroke-linecap="round" stroke-linejoin="round"';
    if (stroke) {
      this.#colours +=
        `<path d="${path}" ${round} stroke="${dark}" stroke-width="${stroke + 1.4}"/>` +
        `<path d="${path}" ${round} stroke="${colour}" stroke-width="${stroke}"/>` +
        `<path d="${path}" ${round} stroke="${lit}" stroke-width="${n(stroke * 0.25)}" stroke-opacity=".6" transform="translate(${n(-stroke * 0.16)} ${n(-stroke * 0.16)})"/>`;
      this.#map += `<path d="${path}" ${round} stroke="${mark}" stroke-width="${stroke}"/>`;
      return;
    }
    this.#colours += `<path d="${path}" fill="${colour}" stroke="${dark}" stroke-width="1.2"/>`;
    this.#map += `<path d="${path}" fill="${mark}"/>`;
  }
}
