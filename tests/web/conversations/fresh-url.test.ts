import { afterEach, expect, test, vi } from 'vitest';
import { freshUrl } from '../../../web/src/conversations/thread/fresh-url.ts';

afterEach(() => void vi.unstubAllGlobals());
const answering = (answer: () => Response) => vi.stubGlobal('fetch', async () => answer());
const refusing = (status: number, code: string) =>
  answering(() => Response.json({ code, message: 'Not now' }, { status }));

test('a photo whose address has died gets another', async () => {
  answering(() => Response.json({ url: '/media/fresh' }));
  expect(await freshUrl('m1', '/media/dead')).toEqual({ url: '/media/fresh' });
});

test('a photo is lost when there is none, or none at the address that it has', async () => {
  refusing(404, 'not_found');
  expect(await freshUrl('m1', '/media/dead')).toBe('lost');
  answering(() => Response.json({ url: '/media/dead' }));
  expect(await freshUrl('m1', '/media/dead')).toBe('lost');
});

test('a photo is not lost while nobody can tell', async () => {
  answering(() => {
    throw new TypeError('no network');
  });
  expect(await freshUrl('m1', '/media/dead')).toBe('unknown');
  for (const [status, code] of [
    [429, 'rate_limited'],
    [503, 'storage_down'],
    [500, 'internal'],
  ] as const) {
    refusing(status, code);
    expect(await freshUrl('m1', '/media/dead')).toBe('unknown');
  }
});
