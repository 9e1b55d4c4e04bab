/** Capitals as pen strokes on a grid 4 wide and 6 high: labels are drawn alike on machines without any font. */
const STROKES: Record<string, string> = {
  A: '0 6 2 0 4 6|0.7 4 3.3 4',
  B: '0 6 0 0 2.6 0 3.6 0.8 3.6 2 2.6 2.8 0 2.8|2.6 2.8 3.9 3.6 3.9 5.1 2.8 6 0 6',
  C: '4 1.2 3 0.1 1.3 0.1 0.1 1.4 0.1 4.6 1.3 5.9 3 5.9 4 4.8',
  D: '0 0 2.2 0 3.9 1.6 3.9 4.4 2.2 6 0 6 0 0',
  E: '3.7 0 0 0 0 6 3.7 6|0 2.9 3 2.9',
  F: '3.7 0 0 0 0 6|0 2.9 3 2.9',
  G: '4 1.2 3 0.1 1.3 0.1 0.1 1.4 0.1 4.6 1.3 5.9 3 5.9 4 4.9 4 3.2 2.4 3.2',
  H: '0 0 0 6|4 0 4 6|0 2.9 4 2.9',
  I: '2 0 2 6',
  J: '3.4 0 3.4 4.7 2.3 5.9 1.1 5.9 0.1 4.8',
  K: '0 0 0 6|3.9 0 0 3.6|1.4 2.4 4 6',
  L: '0 0 0 6 3.6 6',
  M: '0 6 0.3 0 2 4 3.7 0 4 6',
  N: '0 6 0 0 4 6 4 0',
  O: '2 0 0.7 0.7 0 2 0 4 0.7 5.3 2 6 3.3 5.3 4 4 4 2 3.3 0.7 2 0',
  P: '0 6 0 0 2.7 0 3.8 0.9 3.8 2.3 2.7 3.2 0 3.2',
  Q: '2 0 0.7 0.7 0 2 0 4 0.7 5.3 2 6 3.3 5.3 4 4 4 2 3.3 0.7 2 0|2.5 4.5 4 6.3',
  R: '0 6 0 0 2.7 0 3.8 0.9 3.8 2.3 2.7 3.2 0 3.2|2.1 3.2 4 6',
  S: '3.8 1 2.8 0.1 1.2 0.1 0.2 0.9 0.2 2 1.2 2.8 2.8 3.2 3.9 4 3.9 5.1 2.8 5.9 1.1 5.9 0 4.9',
  T: '0 0 4 0|2 0 2 6',
  U: '0 0 0 4.4 0.9 5.7 2 6 3.1 5.7 4 4.4 4 0',
  V: '0 0 2 6 4 0',
  W: '0 0 0.9 6 2 1.6 3.1 6 4 0',
  X: '0 0 4 6|4 0 0 6',
  Y: '0 0 2 3 4 0|2 3 2 6',
  Z: '0 0 4 0 0 6 4 6',
  '0': '2 0 0.7 0.7 0.2 2 0.2 4 0.7 5.3 2 6 3.3 5.3 3.8 4 3.8 2 3.3 0.7 2 0',
  '1': '0.8 1.2 2.2 0 2.2 6',
  '2': '0.2 1.3 1.2 0.1 2.8 0.1 3.8 1.2 3.7 2.4 0.1 6 4 6',
  '3': '0.3 0.9 1.3 0.1 2.8 0.1 3.7 1 3.6 2.2 2.5 2.9 1.5 2.9|2.5 2.9 3.9 3.7 3.9 5 2.8 5.9 1.2 5.9 0.1 5',
  '4': '3 6 3 0 0 4.2 4 4.2',
  '5': '3.7 0 0.6 0 0.3 2.7 2.4 2.4 3.8 3.4 3.8 4.8 2.7 5.9 1.2 5.9 0.1 5',
  '6': '3.6 0.8 2.6 0.1 1.3 0.3 0.2 2 0.2 4.6 1.3 5.9 2.8 5.9 3.9 4.8 3.8 3.5 2.7 2.7 1.2 2.9 0.2 4',
  '7': '0 0 4 0 1.5 6',
  '8': '2 2.8 0.6 2 0.5 0.9 1.5 0 2.5 0 3.5 0.9 3.4 2 2 2.8 0.3 3.8 0.1 5 1.3 6 2.7 6 3.9 5 3.7 3.8 2 2.8',
  '9': '3.9 1.9 2.8 3.2 1.3 3.2 0.2 2.2 0.2 1.1 1.3 0.1 2.8 0.1 3.8 1.3 3.8 4 2.7 5.8 1 5.9',
  '.': '0.4 5.6 0.4 6',
  "'": '0.6 0 0.6 1.2',
  '-': '0.8 3.2 3.2 3.2',
  '&': '4 6 0.7 1.7 0.9 0.5 1.8 0 2.7 0.6 2.6 1.6 0.4 3.6 0.2 5 1.4 6 2.8 5.6 4 3.6',
  '/': '0 6.4 3.4 -0.4',
};
const NARROW: Record<string, number> = { I: 1.4, '.': 0.8, "'": 1, ' ': 2.2, '1': 3 };
const GAP = 1.7;

const plain = (text: string) =>
  [...text.normalize('NFD').toUpperCase()].filter((char) => char === ' ' || char in STROKES);
const widthOf = (char: string) => NARROW[char] ?? 4;

/**
 * One line of capitals as a path, centred on `x`, `y`, `height` units high but never wider than `maxWidth`.
 * What has no stroke is left out.
 */
export function letter(text: string, x: number, y: number, height: number, maxWidth: number): string {
  const chars = plain(text);
  const width = chars.reduce((sum, char) => sum + widthOf(char) + GAP, -GAP);
  const scale = Math.min(height / 6, maxWidth / width);
  let pen = x - (width * scale) / 2;
  const top = y - 3 * scale;
  const parts: string[] = [];
  for (const char of chars) {
    // The narrow ones are drawn about the middle of a full cell.
    const shift = char === 'I' ? -1.3 : char === '1' ? -0.5 : 0;
    for (const stroke of (STROKES[char] ?? '').split('|').filter(Boolean)) {
      const n = stroke.split(' ').map(Number);
      const points: string[] = [];
      for (let i = 0; i + 1 < n.length; i += 2) {
        points.push(
          `${(pen + ((n[i] ?? 0) + shift) * scale).toFixed(2)} ${(top + (n[i + 1] ?? 0) * scale).toFixed(2)}`,
        );
      }
      parts.push(`M${points.join('L')}`);
    }
    pen += (widthOf(char) + GAP) * scale;
  }
  return parts.join('');
}
