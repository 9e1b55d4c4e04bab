/** The slope of a least-squares line: by how much `yOf` grows when `xOf` grows by one. */
export function slopeOf<T>(
  samples: readonly T[],
  xOf: (sample: T) => number,
  yOf: (sample: T) => number,
): number {
  const mean = (of: (sample: T) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [x, y] = [mean(xOf), mean(yOf)];
  const above = samples.reduce((sum, sample) => sum + (xOf(sample) - x) * (yOf(sample) - y), 0);
  return above / samples.reduce((sum, sample) => sum + (xOf(sample) - x) ** 2, 0);
}
