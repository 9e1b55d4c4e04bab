import type { Instance } from '@selvedge/shared/instance';

/** What the server has written into the page about itself. */
export const instance = JSON.parse(document.getElementById('instance')?.textContent ?? '{}') as Instance;

/** The nonce under which this page may add styles. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';
