/**
 * Paths that are not pages of the client: the server handles them itself, and the service worker ignores
 * them.
 */
export const NOT_PAGES = /^\/(api|auth|mail|media|metrics|socket\.io|assets|fonts|icons)(\/|$)/;
