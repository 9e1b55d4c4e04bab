import { NOT_PAGES } from '@selvedge/shared/platform/not-pages';
import { expect, test } from 'vitest';

test('paths of the server are not pages', () => {
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

test('everything else is a page', () => {
  for (const path of ['/', '/wtb', '/messages', '/authors', '/metrics-of-denim', '/listing/api']) {
    expect(NOT_PAGES.test(path), path).toBe(false);
  }
});
