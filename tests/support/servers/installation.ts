import { appendFileSync, cpSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PARTS = ['package.json', 'server/build/app', 'server/migrations', 'web/dist'];

/** Installs the built product in a separate folder, where a newer release can replace it. */
export function installProduct(root: string) {
  for (const part of PARTS) cpSync(join(ROOT, part), join(root, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const assets = join(root, 'web/dist/assets');
  return {
    root,
    /**
     * Installs another release of the client, with a different page, which is served after the next start.
     */
    release: () => appendFileSync(join(root, 'web/dist/index.html'), '<!-- another release -->'),
    /**
     * Removes a client script, as a release that renames it would.
     * @returns a function that restores it
     */
    removeScript(name: string): () => void {
      const files = readdirSync(assets).filter((file) => file.startsWith(`${name}-`) && file.includes('.js'));
      for (const file of files) renameSync(join(assets, file), join(root, file));
      return () => {
        for (const file of files) renameSync(join(root, file), join(assets, file));
      };
    },
  };
}
