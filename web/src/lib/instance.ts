import type { Instance } from '@selvedge/shared/instance/instance';

/** What the server embedded in the page about itself. */
export const instance = JSON.parse(document.getElementById('instance')?.textContent ?? '{}') as Instance;

/** The nonce for styles that this page adds. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';
