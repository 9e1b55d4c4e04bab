import { afterEach, expect, test, vi } from 'vitest';
import { freshUrl } from '../../../../web/src/conversations/thread/fresh-url.ts';

afterEach(() => void vi.unstubAllGlobals());
const respondWith = (respond: () => Response) => vi.stubGlobal('fetch', async () => respond());
const refuseWith = (status: number, code: string) =>
  respondWith(() => Response.json({ code, message: 'Not now' }, { status }));

test('a photo whose URL has expired gets another', async () => {
  respondWith(() => Response.json({ url: '/media/fresh' }));
  expect(await freshUrl('m1', '/media/dead')).toEqual({ url: '/media/fresh' });
});

test('a photo is lost when the server has none', async () => {
  refuseWith(404, 'not_found');
  expect(await freshUrl('m1', '/media/dead')).toBe('lost');
  respondWith(() => Response.json({ url: '/media/dead' }));
  expect(await freshUrl('m1', '/media/dead')).toBe('lost');
});

test('a photo is not lost while the server fails', async () => {
  respondWith(() => {
    throw new TypeError('no network');
  });
  expect(await freshUrl('m1', '/media/dead')).toBe('unknown');
  for (const [status, code] of [
    [429, 'rate_limited'],
    [503, 'storage_down'],
    [500, 'internal'],
  ] as const) {
    refuseWith(status, code);
    expect(await freshUrl('m1', '/media/dead')).toBe('unknown');
  }
});
