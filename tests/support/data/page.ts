/**
 * The data that the server embeds in each page, for modules that read it when they load: import this file before them.
 */
Object.assign(globalThis, {
  document: {
    getElementById: () => ({ textContent: '{"currency":"USD","timeZone":"America/Los_Angeles"}' }),
    querySelector: () => null,
  },
});
