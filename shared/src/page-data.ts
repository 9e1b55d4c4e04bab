/** An answer of the REST contract that the page itself brings along. */
export interface PageAnswer {
  /** The JSON body. */
  body: unknown;
  /** The headers of these names; null where there is none. */
  link: string | null;
  total: string | null;
}

/** Those answers by the path and query that they answer; stands as JSON in the page. */
export type PageData = Record<string, PageAnswer>;
