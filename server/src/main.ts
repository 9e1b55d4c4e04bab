import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Store Node's compile cache next to the bundle for faster restarts; a read-only image runs without one. Enable it
// before the first import, and only for the bundle: sources change often during development.
if (import.meta.url.endsWith('.js'))
  enableCompileCache(fileURLToPath(new URL('../compiled', import.meta.url)));
await import('./start.ts');
