import { MIDDLE, mirror, type Point } from '../path.ts';

/** Both sides of something drawn on the left. */
export const both = (d: string): [string, string] => [d, mirror(d)];

const xy = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
const plus = (p: Point, d: Point, by: number): Point => [p[0] + d[0] * by, p[1] + d[1] * by];

/** A top folded to the width of a shelf. */
export const FOLDED_TOP =
  'M272 190 C270 320 276 450 270 596 C330 606 560 606 632 596 C626 450 632 320 628 190 Z';

interface TopMeasures {
  /** Half widths about the middle. */
  neck: number;
  shoulder: number;
  chest: number;
  waist: number;
  hem: number;
  /** Heights on the field, downwards. */
  top: number;
  slope: number;
  pit: number;
  bottom: number;
  /** The middle of the sleeve's end, left of the middle and down, and half its width. */
  wrist: Point;
  cuff: number;
}

const CREW: TopMeasures = {
  neck: 90,
  shoulder: 240,
  chest: 238,
  waist: 242,
  hem: 244,
  top: 226,
  slope: 44,
  pit: 486,
  bottom: 930,
  wrist: [362, 900],
  cuff: 46,
};

/** The left half of whatever covers the upper body, from its measures. */
export function topFrame(measures: Partial<TopMeasures> = {}) {
  const m = { ...CREW, ...measures };
  const neck: Point = [MIDDLE - m.neck, m.top];
  const shoulder: Point = [MIDDLE - m.shoulder, m.top + m.slope];
  const pit: Point = [MIDDLE - m.chest, m.pit];
  const hem: Point = [MIDDLE - m.hem, m.bottom];
  const waist: Point = [MIDDLE - m.waist, (m.pit + m.bottom) / 2];
  const wrist: Point = [MIDDLE - m.wrist[0], m.wrist[1]];
  const root: Point = [(shoulder[0] + pit[0]) / 2, (shoulder[1] + pit[1]) / 2];
  const length = Math.hypot(wrist[0] - root[0], wrist[1] - root[1]);
  const along: Point = [(wrist[0] - root[0]) / length, (wrist[1] - root[1]) / length];
  const out: Point = [-along[1], along[0]];
  const outer = plus(wrist, out, m.cuff);
  const inner = plus(wrist, out, -m.cuff);
  const armhole = `C${shoulder[0] + 24} ${shoulder[1] + 66} ${pit[0] + 10} ${pit[1] - 66} ${xy(pit)}`;
  const armholeUp = `C${pit[0] + 10} ${pit[1] - 66} ${shoulder[0] + 24} ${shoulder[1] + 66} ${xy(shoulder)}`;
  const side = `C${pit[0] - 2} ${pit[1] + 90} ${waist[0]} ${waist[1] - 60} ${xy(waist)} C${waist[0]} ${waist[1] + 60} ${hem[0] + 3} ${hem[1] - 80} ${xy(hem)}`;
  const hemLine = (y: number, inset = 0, sag = 12) =>
    `M${hem[0] + inset} ${y} C${hem[0] + m.hem * 0.35} ${y + sag * 0.85} ${MIDDLE - m.hem * 0.3} ${y + sag} ${MIDDLE} ${y + sag}`;
  const turn = (Math.atan2(-along[0], along[1]) * 180) / Math.PI;
  const band = (from: number, to: number, narrower = 0) => {
    const w = m.cuff - narrower;
    const [a, b] = [plus(wrist, along, from), plus(wrist, along, to)];
    return `M${xy(plus(a, out, m.cuff))} L${xy(plus(a, out, -m.cuff))} L${xy(plus(b, out, -w))} L${xy(plus(b, out, w))} Z`;
  };
  return {
    ...m,
    /** Body from the middle at the neck to the middle at the hem; `neckline` leads from the middle to the neck point. */
    body: (neckline: string, sag = 12) =>
      `${neckline} L${xy(neck)} L${xy(shoulder)} ${armhole} ${side} ${hemLine(m.bottom, 0, sag).replace(/^M\S+ \S+ /, '')}`,
    sleeve:
      `M${xy(shoulder)} C${shoulder[0] - 56} ${shoulder[1] + 40} ${xy(plus(outer, along, -length * 0.5))} ${xy(outer)} ` +
      `L${xy(inner)} C${xy(plus(inner, along, -length * 0.42))} ${xy(plus(pit, along, length * 0.14))} ${xy(pit)} ${armholeUp} Z`,
    /** Degrees that the sleeve's thread is turned. */
    sleeveTurn: turn,
    armhole: `M${xy(shoulder)} ${armhole}`,
    shoulderSeam: `M${xy(neck)} L${xy(shoulder)}`,
    hemLine,
    /** A band across the sleeve, in units from its end. */
    band,
    /** A line across the sleeve `back` units before its end. */
    cuffLine: (back: number) => {
      const a = plus(wrist, along, -back);
      return `M${xy(plus(a, out, m.cuff + back * 0.02 - 1))} L${xy(plus(a, out, 1 - m.cuff))}`;
    },
    /** A place on the sleeve, `back` units before its end and `aside` outwards. */
    onSleeve: (back: number, aside = 0): Point => plus(plus(wrist, along, -back), out, aside),
  };
}
export type TopFrame = ReturnType<typeof topFrame>;

interface LegMeasures {
  waist: number;
  hip: number;
  /** Half widths of the leg, and how far its middle is from the middle of the field. */
  knee: number;
  hem: number;
  stance: number;
  top: number;
  crotch: number;
  bottom: number;
}

const STRAIGHT: LegMeasures = {
  waist: 166,
  hip: 198,
  knee: 92,
  hem: 84,
  stance: 134,
  top: 150,
  crotch: 480,
  bottom: 1070,
};

/** The left leg of trousers, from their measures. */
export function legFrame(measures: Partial<LegMeasures> = {}) {
  const m = { ...STRAIGHT, ...measures };
  const middle = MIDDLE - m.stance;
  const kneeY = (m.crotch + m.bottom) / 2 + 20;
  const kneeX = MIDDLE - m.stance * 0.86;
  const hipY = m.top + (m.crotch - m.top) * 0.62;
  const shin = m.bottom - kneeY;
  const thigh = kneeY - m.crotch;
  const outerHem: Point = [middle - m.hem, m.bottom];
  const innerHem: Point = [middle + m.hem, m.bottom + 4];
  return {
    ...m,
    outerHem,
    innerHem,
    kneeY,
    leg:
      `M${MIDDLE} ${m.top + 8} C${MIDDLE - 60} ${m.top + 8} ${MIDDLE - m.waist * 0.7} ${m.top + 5} ${MIDDLE - m.waist} ${m.top} ` +
      `C${MIDDLE - m.waist - 14} ${m.top + 90} ${MIDDLE - m.hip} ${hipY - 60} ${MIDDLE - m.hip} ${hipY} ` +
      `C${MIDDLE - m.hip} ${hipY + thigh * 0.4} ${kneeX - m.knee - 6} ${kneeY - thigh * 0.4} ${kneeX - m.knee} ${kneeY} ` +
      `C${kneeX - m.knee + 2} ${kneeY + shin * 0.35} ${outerHem[0] + 2} ${m.bottom - shin * 0.4} ${xy(outerHem)} ` +
      `C${middle - m.hem * 0.3} ${m.bottom + 9} ${middle + m.hem * 0.3} ${m.bottom + 11} ${xy(innerHem)} ` +
      `C${innerHem[0] - 2} ${m.bottom - shin * 0.4} ${kneeX + m.knee} ${kneeY + shin * 0.35} ${kneeX + m.knee} ${kneeY} ` +
      `C${kneeX + m.knee + 6} ${kneeY - thigh * 0.4} ${MIDDLE - 20} ${m.crotch + thigh * 0.3} ${MIDDLE} ${m.crotch} Z`,
    waistband: (depth: number) =>
      `M${MIDDLE} ${m.top - depth + 9} C${MIDDLE - 60} ${m.top - depth + 9} ${MIDDLE - m.waist * 0.7} ${m.top - depth + 6} ${MIDDLE - m.waist + 2} ${m.top - depth} ` +
      `L${MIDDLE - m.waist} ${m.top + 2} C${MIDDLE - m.waist * 0.7} ${m.top + 8} ${MIDDLE - 60} ${m.top + 11} ${MIDDLE} ${m.top + 11}`,
    outseam: `M${MIDDLE - m.hip + 13} ${hipY} C${MIDDLE - m.hip + 13} ${hipY + thigh * 0.4} ${kneeX - m.knee + 8} ${kneeY - thigh * 0.4} ${kneeX - m.knee + 13} ${kneeY} C${kneeX - m.knee + 14} ${kneeY + shin * 0.35} ${outerHem[0] + 14} ${m.bottom - shin * 0.4} ${outerHem[0] + 13} ${m.bottom}`,
    /** A line across the leg `up` units above its end. */
    hemLine: (up: number) =>
      `M${outerHem[0] + 1} ${m.bottom - up} C${middle - m.hem * 0.3} ${m.bottom + 9 - up} ${middle + m.hem * 0.3} ${m.bottom + 11 - up} ${innerHem[0] - 1} ${m.bottom + 4 - up}`,
    /** A turned-up end `up` units high. */
    cuff: (up: number) =>
      `M${outerHem[0] - 5} ${m.bottom - up} C${middle - m.hem * 0.3} ${m.bottom + 9 - up} ${middle + m.hem * 0.3} ${m.bottom + 11 - up} ${innerHem[0] + 5} ${m.bottom + 4 - up} ` +
      `L${innerHem[0] + 4} ${m.bottom + 8} C${middle + m.hem * 0.3} ${m.bottom + 15} ${middle - m.hem * 0.3} ${m.bottom + 13} ${outerHem[0] - 4} ${m.bottom + 4} Z`,
  };
}
export type LegFrame = ReturnType<typeof legFrame>;
