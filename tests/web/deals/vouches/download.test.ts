import { afterEach, expect, test, vi } from 'vitest';
import { downloadVouches } from '../../../../web/src/deals/vouches/download.ts';

const saved: { name: string; content: Blob }[] = [];
vi.mock('../../../../web/src/lib/save-file.ts', () => ({
  saveFile: (content: Blob, name: string) => void saved.push({ name, content }),
}));
afterEach(() => void vi.unstubAllGlobals());

test('each page of vouches is saved byte for byte', async () => {
  const [first, second] = ['/api/users/marlow/vouches?limit=100', '/api/users/marlow/vouches?cursor=2'];
  // Parsed and written again, both would be other texts.
  const texts: Record<string, string> = { [first]: '{"b": 1.0,"a":2}', [second]: '{ "signature":"x..y" }\n' };
  vi.stubGlobal('fetch', async (path: string) => {
    const headers = new Headers({ 'content-type': 'application/json' });
    if (path === first) headers.set('link', `<${second}>; rel="next"`);
    return new Response(texts[path] ?? null, { headers });
  });
  await downloadVouches('marlow');
  expect(saved.map(({ name }) => name)).toEqual(['marlow-vouches.json', 'marlow-vouches-2.json']);
  expect(await Promise.all(saved.map(({ content }) => content.text()))).toEqual(Object.values(texts));
});
