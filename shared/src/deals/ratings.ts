/** The ratings of vouches. Free of dependencies, so that every page may import it. */
export const RATINGS = ['good', 'mixed', 'bad'] as const;
export type Rating = (typeof RATINGS)[number];

export const RATING_LABELS = { good: 'Good', mixed: 'Mixed', bad: 'Bad' } as const satisfies Record<
  Rating,
  string
>;
