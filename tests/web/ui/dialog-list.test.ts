import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dialogs } from '../../e2e/dialogs.ts';

const SOURCES = join(import.meta.dirname, '../../../web/src');
/** Modules that only pass a dialog's frame on; whatever else renders one is a dialog. */
const FRAMES = {
  'ui/dialog.tsx': 'DialogFrame',
  'ui/form-dialog.tsx': 'FormDialog',
  'ui/photo-viewer.tsx': 'PhotoViewer',
  'items/listings/price-form.tsx': 'PriceForm',
  'members/settings-frame.tsx': 'SettingsFrame',
};
const FRAME = new RegExp(`<(${Object.values(FRAMES).join('|')})[\\s>]`);

test("every dialog is in the browser tests' list", () => {
  const rendering = globSync('**/*.tsx', { cwd: SOURCES }).filter(
    (path) => !(path in FRAMES) && FRAME.test(readFileSync(join(SOURCES, path), 'utf8')),
  );
  expect([...new Set(dialogs.map(({ file }) => file))].sort()).toEqual(rendering.sort());
});

test('no dialog goes around the common frame', () => {
  const own = globSync('**/*.tsx', { cwd: SOURCES }).filter((path) =>
    /<(Dialog|Drawer)\.Root[\s>]/.test(readFileSync(join(SOURCES, path), 'utf8')),
  );
  expect(own).toEqual(['ui/dialog.tsx']);
});
