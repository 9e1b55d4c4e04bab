import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkLocks } from '../../../scripts/lock-check.ts';
import { billOfMaterials } from '../../../scripts/release.ts';

test('every package is at its fixed version', {
  tags: ['dependencies'],
}, () => {
  expect(checkLocks()).toEqual([]);
  expect(readFileSync(new URL('../../../.npmrc', import.meta.url), 'utf8')).toMatch(/^ignore-scripts=true$/m);
});

test('the bill of materials comes from the lock file', {
  tags: ['bill-of-materials'],
}, () => {
  const bill = JSON.parse(billOfMaterials());
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
  const names = bill.components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['hono', 'socket.io', 'sharp', 'drizzle-orm', 'nodemailer', 'react']),
  );
  // It omits development dependencies.
  expect(names).not.toContain('vitest');
});
