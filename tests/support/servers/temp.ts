import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder for one test, and a function that removes it. */
export function makeTempDir(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'selvedge-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
