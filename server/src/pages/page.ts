import type { PageData } from '@selvedge/shared/platform/page-data';
import type { html } from 'hono/html';

/** The picture that represents a page; its size in pixels is not always known. */
export interface Cover {
  /** Root-relative. */
  url: string;
  width?: number;
  height?: number;
  alt: string;
}

/** A picture that the page shows first, for the browser to fetch before any script has run. */
export interface FirstPicture {
  url: string;
  /** The `sizes` with which the client renders it. */
  sizes: string;
}

export interface Page {
  status: 200 | 404;
  /** The title of the tab without the product's name; null if the tab shows only that name. */
  title: string | null;
  description: string | null;
  /** The canonical path and query of this page; null keeps it out of search engines. */
  canonical: string | null;
  /** The Open Graph type of the page, and further properties by name. */
  kind: 'website' | 'product' | 'profile';
  properties: Record<string, string>;
  cover: Cover | null;
  /** The query, with its `?`, of the feeds with the listings of the page. */
  feed: string;
  /** JSON-LD. */
  structured: object | null;
  data: PageData;
  firstPictures: FirstPicture[];
  /** The markup shown until the scripts have run. */
  firstPaint: ReturnType<typeof html> | null;
  /** The client's module that renders it, relative to `web/src`; null when every page loads it anyway. */
  module: string | null;
}

export function plainPage(page: Pick<Page, 'title' | 'description' | 'canonical'> & Partial<Page>): Page {
  return {
    status: 200,
    kind: 'website',
    properties: {},
    cover: null,
    feed: '',
    structured: null,
    data: {},
    firstPictures: [],
    firstPaint: null,
    module: null,
    ...page,
  };
}

export function missingPage(title: string): Page {
  return plainPage({ status: 404, title, description: null, canonical: null });
}
