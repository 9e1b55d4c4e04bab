import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCES = new URL('../../../web/src/', import.meta.url);
/** Asks the browser for its zone, to offer it for a new instance. */
const ASKS_FOR_ZONE = 'Intl.DateTimeFormat().resolvedOptions().timeZone';

test('every time has a time zone of its own', () => {
  const without = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).filter((file) => {
    const source = readFileSync(new URL(file, SOURCES), 'utf8').replace(ASKS_FOR_ZONE, '');
    const formats = source.match(/(?:Intl\.DateTimeFormat|\.toLocale(?:Date|Time)String)\([^;]*/g) ?? [];
    return formats.some((format) => !format.includes('timeZone'));
  });
  expect(without).toEqual([]);
});
