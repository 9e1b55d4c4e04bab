import { NOT_PAGES } from '@selvedge/shared/not-pages';
import { expect, test } from 'vitest';

test('what the server answers by itself, and files of the client, are no pages of it', () => {
  for (const path of [
    '/api',
    '/api/health',
    '/auth/v1/verify',
    '/mail/unsubscribe',
    '/media/a.webp',
    '/metrics',
  ]) {
    expect(NOT_PAGES.test(path), path).toBe(true);
  }
  for (const path of ['/socket.io/', '/assets/a.js', '/fonts/a.woff2', '/icons/192.png']) {
    expect(NOT_PAGES.test(path), path).toBe(true);
  }
});

test('pages are, also those that begin with the same letters', () => {
  for (const path of ['/', '/wtb', '/messages', '/authors', '/metrics-of-denim', '/listing/api']) {
    expect(NOT_PAGES.test(path), path).toBe(false);
  }
});
