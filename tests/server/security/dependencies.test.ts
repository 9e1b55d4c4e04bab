import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkLocks } from '../../../scripts/lock-check.ts';
import { readSteps } from '../../support/servers/image.ts';

test('every package is at least at its fixed version, and all come from one registry', () => {
  expect(checkLocks()).toEqual([]);
  expect(readFileSync(new URL('../../../.npmrc', import.meta.url), 'utf8')).toMatch(/^ignore-scripts=true$/m);
});

test("the image's bill of materials is created from the lock file alone", () => {
  const [step] = readSteps().filter(({ rest }) => rest.includes('npm sbom'));
  const [command = '', file] = step?.rest.split(' > ') ?? [];
  // Copied into the image with the server.
  expect(file).toBe('server/build/sbom.json');
  const [npm = '', ...args] = command.split(' ');
  const cwd = fileURLToPath(new URL('../../..', import.meta.url));
  const bill = JSON.parse(
    execFileSync(npm, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
  const names = bill.components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['hono', 'socket.io', 'sharp', 'drizzle-orm', 'nodemailer', 'react']),
  );
  // It omits development dependencies.
  expect(names).not.toContain('vitest');
});
