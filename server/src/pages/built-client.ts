import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** From this file, and from the bundle that it becomes part of, alike. */
const DIST = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const BUILD_LENGTH = 16;

export interface BuiltClient {
  /** The folder it is in. */
  dist: string;
  /** Its page, with places to fill in; null when it is not built. */
  template: string | null;
  /** Names this build: the page names its scripts, and those their own, each by its content. */
  build: string | null;
}

/** The client as it was built. @param dist the folder, if it is another. */
export function readBuiltClient(dist = DIST): BuiltClient {
  const index = join(dist, 'index.html');
  if (!existsSync(index)) return { dist, template: null, build: null };
  const template = readFileSync(index, 'utf8');
  const build = createHash('sha256').update(template).digest('hex').slice(0, BUILD_LENGTH);
  return { dist, template, build };
}
