import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inServer } from '../server-folder.ts';

/** This relative path works for both this file and the bundle. */
const DIST = inServer('../web/dist');
const BUILD_LENGTH = 16;

interface BuiltClient {
  dist: string;
  /** The index page with its placeholders; null if the client is not built. */
  template: string | null;
  /** Identifies the build: a hash of the index page, which in turn references all scripts by content hash. */
  build: string | null;
}

export function readBuiltClient(dist = DIST): BuiltClient {
  const index = join(dist, 'index.html');
  if (!existsSync(index)) return { dist, template: null, build: null };
  const template = readFileSync(index, 'utf8');
  const build = createHash('sha256').update(template).digest('hex').slice(0, BUILD_LENGTH);
  return { dist, template, build };
}
