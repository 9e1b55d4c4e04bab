import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './child.ts';

/** An entry of npm's lock file, version 3, without what nothing here needs. */
interface LockEntry {
  version?: string;
  license?: string;
  link?: boolean;
  optional?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
export type LockEntries = Record<string, LockEntry>;

const FOLDER = 'node_modules/';

export const nameOf = (path: string): string => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);

export const readLock = (): LockEntries =>
  (JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: LockEntries }).packages;

/** Where Node finds a package from a folder: there, or in a folder above. */
function find(lock: LockEntries, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder && `${folder}/`}${FOLDER}${name}`;
    if (lock[path]) return path;
    if (folder === '') return undefined;
  }
}

/**
 * All packages that the given ones need at run time, those of every platform included.
 * @param names of packages, as seen from the folder `from`
 * @returns their paths in the lock file, in its order
 */
export function withDependencies(lock: LockEntries, names: string[], from: string): string[] {
  const found = new Set<string>();
  const visit = (name: string, folder: string) => {
    const path = find(lock, name, folder);
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const entry = lock[path];
    const at = entry?.link && entry.resolved ? entry.resolved : path;
    const { dependencies, optionalDependencies } = lock[at] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) visit(needed, at);
  };
  for (const name of names) visit(name, from);
  return Object.keys(lock).filter((path) => found.has(path) && !lock[path]?.link);
}

/** The packages of which anything is in the server or in the web client. */
export function shippedPackages(lock: LockEntries): string[] {
  const shipped = new Set(
    ['server', 'web'].flatMap((part) =>
      withDependencies(lock, Object.keys(lock[part]?.dependencies ?? {}), part),
    ),
  );
  return Object.keys(lock).filter((path) => shipped.has(path));
}
