import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// What Node has compiled of the bundle is kept beside it, and the next start need not compile again. Where it cannot be
// written, as in an image, nothing is. It comes before all else is read; sources that people work on change too often.
if (import.meta.url.endsWith('.js'))
  enableCompileCache(fileURLToPath(new URL('../compiled', import.meta.url)));
await import('./start.ts');
