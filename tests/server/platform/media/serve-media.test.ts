import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { webpPicture } from '../../../support/data/pictures.ts';
import { openWorld, type World } from '../../../support/world.ts';

const SECRET = 'nobody may read this';

describe('a stored picture', () => {
  let shop: World;
  let seller: Actor;
  let url: string;
  beforeEach(async () => {
    shop = await openWorld();
    seller = await shop.join('marlow');
    url = await shop.uploaded(seller, await webpPicture(40, 60));
  });
  const onDisk = (address: string) => join(shop.dataDir, address);

  test('is served to everyone with a permanent cache', {
    tags: ['served-pictures'],
  }, async () => {
    const response = await shop.call('GET', url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': expect.stringMatching(/^inline; filename="[a-z0-9-]+\.webp"$/),
      'content-length': String((await response.arrayBuffer()).byteLength),
    });
  });

  test('is not sent again with a matching ETag', async () => {
    const etag = (await shop.call('GET', url)).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await shop.call('GET', url, { headers: { 'if-none-match': known } });
      expect(again.status).toBe(304);
      expect(again.headers.get('etag')).toBe(etag);
    }
    expect((await shop.call('GET', url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    const small = await shop.call('GET', url.replace('-1800', '-320'), {
      headers: { 'if-none-match': etag },
    });
    expect(small.status).toBe(200);
    const head = await shop.call('HEAD', url);
    expect(head.status).toBe(200);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(20);
    expect(await head.text()).toBe('');
  });

  test('is a JPEG in previews of links', async () => {
    const preview = await shop.call('GET', url.replace('-1800.webp', '-1080.jpg'));
    expect(preview.status).toBe(200);
    expect(preview.headers.get('content-type')).toBe('image/jpeg');
    const bytes = Buffer.from(await preview.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect(preview.headers.get('content-length')).toBe(String(bytes.byteLength));
    for (const other of ['-1800.jpg', '-320.jpg', '-1080.jpeg'])
      expect((await shop.call('GET', url.replace('-1800.webp', other))).status).toBe(404);
  });

  test('is streamed over a real connection', async () => {
    const address = shop.url;
    const bytes = Buffer.from(await (await fetch(`${address}${url}`)).arrayBuffer());
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
  });

  test('is the only thing served', {
    tags: ['path-traversal'],
  }, async () => {
    const secret = join(shop.dataDir, 'secret.webp');
    writeFileSync(secret, SECRET);
    const name = url.slice(url.lastIndexOf('/') + 1);
    const paths = [
      '',
      '/',
      '..',
      '../secret.webp',
      '%2e%2e/secret.webp',
      '%252e%252e%252fsecret.webp',
      '..%2fsecret.webp',
      '..\\secret.webp',
      '..%5csecret.webp',
      '....//secret.webp',
      '..;/secret.webp',
      '%c0%ae%c0%ae/secret.webp',
      'file:///etc/passwd',
      `${seller.id}/%2e%2e%2f%2e%2e%2fsecret.webp`,
      './secret.webp',
      '/etc/passwd',
      '%2fetc%2fpasswd',
      `${seller.id}/../../secret.webp`,
      `${seller.id}/..%2f..%2fsecret.webp`,
      `${seller.id}/%00${name}`,
      `${seller.id}/${name}%00`,
      `${seller.id}/${name}.tmp`,
      `${seller.id}//${name}`,
      `${seller.id}/${name}/`,
      `${seller.id}/${name.replace('-1800', '-1799')}`,
      `${seller.id}/${name.replace('.webp', '.svg')}`,
      `${seller.id.toUpperCase()}/${name}`,
      `${seller.id}/${name.replace('-', '%252d')}`,
      `${seller.id}`,
      `${seller.id}/`,
      `\u2025/${name}`,
      'x'.repeat(300),
      `${seller.id}/${name.replace(/-[0-9a-f]{32}-/, `-${'0'.repeat(32)}-`)}`,
    ];
    for (const path of paths) {
      const response = await shop.call('GET', `/media/${path}`);
      // The client resolves some of these to a page.
      if (new URL(response.url).pathname.startsWith('/media/')) expect(response.status, path).toBe(404);
      expect(await response.text(), path).not.toContain(SECRET);
    }
    const refused = await shop.call('GET', `/media/${seller.id}/nothing.webp`);
    expect(await refused.json()).toEqual({ code: 'not_found', message: 'Picture not found' });
  });

  test('is not served through a symbolic link', {
    tags: ['path-traversal'],
  }, async () => {
    const secret = join(shop.dataDir, 'secret.webp');
    writeFileSync(secret, SECRET);
    rmSync(onDisk(url));
    symlinkSync(secret, onDisk(url));
    expect((await shop.call('GET', url)).status).toBe(404);

    const outside = join(shop.dataDir, 'outside');
    mkdirSync(outside);
    const stranger = '00000000-0000-7000-8000-000000000000';
    symlinkSync(outside, dirname(onDisk(url)).replace(seller.id, stranger));
    const name = url.slice(url.lastIndexOf('/') + 1);
    writeFileSync(join(outside, name), 'secret');
    expect((await shop.call('GET', `/media/${stranger}/${name}`)).status).toBe(404);
  });

  test('a folder named like a picture gets 404', { tags: ['no-trace'] }, async () => {
    rmSync(onDisk(url));
    mkdirSync(onDisk(url));
    expect((await shop.call('GET', url)).status).toBe(404);
  });
});
