/** A REST response embedded in the page, so that the client need not request it. */
export interface PageResponse {
  /** The JSON body. */
  body: unknown;
  /** The response headers with these names; null if absent. */
  link: string | null;
  total: string | null;
  /** Whether there are more than `total`: the server then stopped counting. */
  isCapped: boolean;
}

/** The embedded responses by path and query, as JSON in the page. */
export type PageData = Record<string, PageResponse>;
