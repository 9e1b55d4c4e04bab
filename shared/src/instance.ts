/** What a page must know about the instance that served it; embedded in the page as JSON. */
export interface Instance {
  timeZone: string;
  discord: boolean;
  /** Minimum time between two bumps of the same item by its owner. */
  bumpCooldownHours: number;
  /**
   * The hosted provider that people sign in at; null: this server itself; 'none': nobody can sign in, the settings are
   * unusable.
   */
  provider: { url: string; key: string } | 'none' | null;
  /** Id of the client build that this page belongs to; `/api/health` names the build that is served now. */
  build: string | null;
}
