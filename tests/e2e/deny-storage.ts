/** What a browser may deny to a site. */
export const DENIED = ['localStorage', 'sessionStorage', 'indexedDB', 'serviceWorker'] as const;

/** Runs in the page before its scripts. */
export function deny(names: readonly string[]): void {
  for (const name of names) {
    Object.defineProperty(name === 'serviceWorker' ? Navigator.prototype : window, name, {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  }
}
