/** An answer of the REST contract that is embedded in the page, so that the client need not ask for it. */
export interface PageAnswer {
  /** The JSON body. */
  body: unknown;
  /** The headers of these names; null where there is none. */
  link: string | null;
  total: string | null;
  /** Whether there are more than `total`: then the server has stopped counting. */
  isCapped: boolean;
}

/** The embedded answers by path and query; stands as JSON in the page. */
export type PageData = Record<string, PageAnswer>;
