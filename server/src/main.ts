import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Node's compile cache is kept beside the bundle, so that the next start need not compile again; a read-only image goes
// without. It must be enabled before the first import, and only for the bundle: sources in development change often.
if (import.meta.url.endsWith('.js'))
  enableCompileCache(fileURLToPath(new URL('../compiled', import.meta.url)));
await import('./start.ts');
