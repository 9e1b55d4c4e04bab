/** The slope of a least-squares line: by how much a figure grows when another grows by one. */
export function slopeOf<T>(
  looks: readonly T[],
  along: (look: T) => number,
  figure: (look: T) => number,
): number {
  const mean = (of: (look: T) => number) => looks.reduce((sum, look) => sum + of(look), 0) / looks.length;
  const [x, y] = [mean(along), mean(figure)];
  const above = looks.reduce((sum, look) => sum + (along(look) - x) * (figure(look) - y), 0);
  return above / looks.reduce((sum, look) => sum + (along(look) - x) ** 2, 0);
}
