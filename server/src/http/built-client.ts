import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The relative path is right both for this file and for the bundle. */
const DIST = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const BUILD_LENGTH = 16;

export interface BuiltClient {
  /** The folder it is in. */
  dist: string;
  /** Its page, with placeholders to fill in; null when the client is not built. */
  template: string | null;
  /** Identifies this build: a hash of the page, which names its scripts by content hashes, as these do theirs. */
  build: string | null;
}

/** Reads the built client. @param dist its folder, if not the usual one. */
export function readBuiltClient(dist = DIST): BuiltClient {
  const index = join(dist, 'index.html');
  if (!existsSync(index)) return { dist, template: null, build: null };
  const template = readFileSync(index, 'utf8');
  const build = createHash('sha256').update(template).digest('hex').slice(0, BUILD_LENGTH);
  return { dist, template, build };
}
