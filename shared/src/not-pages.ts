/** Paths that are no pages of the client: the server answers them itself, and the service worker lets them through. */
export const NOT_PAGES = /^\/(api|auth|mail|media|metrics|socket\.io|assets|fonts|icons)(\/|$)/;
