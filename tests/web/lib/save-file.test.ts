import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

const CLIENT = join(import.meta.dirname, '../../../web/src');

test('a saved file carries the name of the instance', async () => {
  const link = { click: vi.fn(), download: '', href: '' };
  vi.stubGlobal('document', {
    createElement: () => link,
    getElementById: () => ({ textContent: JSON.stringify({ name: 'Tide & Söhne' }) }),
    querySelector: () => null,
  });
  const { saveFile } = await import('../../../web/src/lib/save-file.ts');
  saveFile(new Blob(['x']), 'recovery-codes.txt');
  expect([link.download, link.click.mock.calls.length]).toEqual(['tide-sohne-recovery-codes.txt', 1]);
  vi.unstubAllGlobals();
});

test('every file is saved this way', () => {
  const others = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('save-file.ts'))
    .filter((name) =>
      /\.download\s*=[^=]|<a[^>]*\sdownload\b/.test(readFileSync(join(CLIENT, name), 'utf8')),
    );
  expect(others).toEqual([]);
});
