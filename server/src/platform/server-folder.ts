import { fileURLToPath } from 'node:url';

// The sources are two folders below `server`, and so is the bundle.
const SERVER = new URL('../../', import.meta.url);

/** The absolute path of what lies at `path` in the folder `server`. */
export const inServer = (path: string): string => fileURLToPath(new URL(path, SERVER));
