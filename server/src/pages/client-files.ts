import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);

/**
 * Finds the scripts that a module of the built client (`listings/listing-page.tsx`) needs in addition to
 * those that the page names, so that the browser can preload them. Empty if there is no build or no such
 * module.
 */
export function readClientFiles(dist: string, page: string): (module: string) => string[] {
  const path = join(dist, 'manifest.json');
  const manifest = existsSync(path) ? Manifest.parse(JSON.parse(readFileSync(path, 'utf8'))) : {};
  const reach = (key: string, found = new Set<string>()): Set<string> => {
    const part = manifest[key];
    if (!part || found.has(part.file)) return found;
    found.add(part.file);
    for (const imported of part.imports) reach(imported, found);
    return found;
  };
  return (module) =>
    [...reach(`src/${module}`)].map((file) => `/${file}`).filter((file) => !page.includes(`"${file}"`));
}
