/** What a page must know of the instance that served it; stands as JSON in the page itself. */
export interface Instance {
  timeZone: string;
  discord: boolean;
  /** Between two bumps of the same item by its owner. */
  bumpCooldownHours: number;
}
