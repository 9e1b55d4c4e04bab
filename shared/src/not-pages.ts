/** Paths at which no page of the client is: the server answers them by itself, and a service worker lets them pass. */
export const NOT_PAGES = /^\/(api|auth|mail|media|metrics|socket\.io|assets|fonts|icons)(\/|$)/;
