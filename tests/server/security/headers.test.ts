import { expect, test } from 'vitest';
import { describeOnBothEngines } from '../../support/database.ts';
import { openSite } from '../../support/site.ts';

describeOnBothEngines('what a browser is told with an answer', (openDb) => {
  test('a page may run and show what is of this site alone, under a nonce of its own', async () => {
    const site = openSite(await openDb());
    const nonces = new Set<string>();
    for (const path of ['/', '/wtb', '/login', '/messages', '/about', '/nothing']) {
      const { headers } = await site.open(path);
      const policy = headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([A-Za-z0-9+/=]{22,})'/.exec(policy)?.[1] ?? '';
      nonces.add(nonce);
      expect(policy.replaceAll(`'nonce-${nonce}'`, "'nonce'").split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self' 'nonce'",
        "style-src-elem 'self' 'nonce'",
        "style-src-attr 'none'",
        "connect-src 'self'",
        "img-src 'self' blob: data:",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self' blob:",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types selvedge-worker',
      ]);
    }
    expect(nonces.size).toBe(6);
  });

  test('everything else is not guessed at, not opened by others, and only asked for over https for a year', async () => {
    const site = openSite(await openDb());
    for (const path of ['/', '/feed.xml', '/manifest.webmanifest', '/nothing', '/robots.txt']) {
      const { headers } = await site.open(path);
      expect([path, Object.fromEntries(headers)]).toEqual([
        path,
        expect.objectContaining({
          'x-content-type-options': 'nosniff',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'referrer-policy': 'same-origin',
          'strict-transport-security': 'max-age=31536000',
        }),
      ]);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});
