import { existsSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ALL_TESTS, DRILLS } from '../../scripts/faults.ts';

test('every drill names a file that vitest includes', async () => {
  for (const [name, value] of Object.entries(ALL_TESTS)) vi.stubEnv(name, value);
  const { default: config } = await import('../../vitest.config.ts');
  const included = (config.test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project ? (project.test?.include ?? []) : [],
  );
  const missing = Object.values(DRILLS)
    .map(({ file }) => file)
    .filter((file) => !existsSync(file) || !included.some((pattern) => matchesGlob(file, pattern)));
  expect(missing).toEqual([]);
});
