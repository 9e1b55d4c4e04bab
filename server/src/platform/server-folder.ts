import { fileURLToPath } from 'node:url';

// The sources are two folders below `server`, and so is the bundle.
const SERVER = new URL('../../', import.meta.url);

export function inServer(path: string): string {
  return fileURLToPath(new URL(path, SERVER));
}
