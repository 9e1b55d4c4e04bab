/** What a page must know of the instance that served it; stands as JSON in the page itself. */
export interface Instance {
  timeZone: string;
  discord: boolean;
  /** Between two bumps of the same item by its owner. */
  bumpCooldownHours: number;
  /** A hosted provider that people sign in at; null is this very server, 'none' nobody: its settings cannot be used. */
  provider: { url: string; key: string } | 'none' | null;
  /** Names the client that it was made with, as `/api/health` names the one that is served now. */
  build: string | null;
}
