import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary, exitOnSignals, ROOT, run } from './child.ts';

interface Part {
  what: string;
  /** Patterns relative to the project's root. */
  sources: string[];
  output: string;
  /** A cache derived from the old output, which has to be deleted with it. */
  derivedCache?: string;
  /** Node's arguments to build this part into a folder. */
  command(folder: string): string[];
}

const SHARED = ['shared/src/**/*', 'package-lock.json', 'tsconfig.base.json'];
const CLIENT: Part = {
  what: 'the web client',
  sources: ['web/{src,public}/**/*', 'web/*', ...SHARED],
  output: 'web/dist',
  command: (folder) => [
    ...[binary('vite/bin/vite.js'), 'build', 'web', '--outDir', folder],
    ...['--logLevel', 'warn'],
  ],
};
const SERVER: Part = {
  what: 'the server',
  sources: ['server/src/**/*', 'server/demo/**/*.{ts,json}', 'server/rolldown.config.ts', ...SHARED],
  output: 'server/build/app',
  derivedCache: 'server/build/compiled',
  command: (folder) => [
    ...[binary('rolldown/bin/cli.mjs'), '--config', 'server/rolldown.config.ts'],
    ...['--dir', folder, '--logLevel', 'warn'],
  ],
};

/** A digest of the paths and contents of all source files. */
function digest(sources: string[]): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(ROOT.length)).update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * Replaces one folder with another. If several commands build the same output, only one of them has to
 * succeed.
 */
function replaceFolder(draft: string, folder: string, isFresh: () => boolean): void {
  const old = `${draft}.old`;
  try {
    // Move the folder instead of deleting it, so that another command never finds half of it.
    if (existsSync(folder)) renameSync(folder, old);
    renameSync(draft, folder);
  } catch (error) {
    if (!isFresh()) throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

async function buildIfStale({ what, sources, output, derivedCache, command }: Part): Promise<void> {
  const folder = join(ROOT, output);
  const stamp = join(folder, '.stamp');
  const expected = digest(sources);
  const isFresh = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === expected;
  if (isFresh()) return;
  const startedAt = performance.now();
  // Build next to the old output: a running server may be using that, and it stays if this build fails.
  const draft = `${folder}.${process.pid}`;
  try {
    const built = await run(command(draft));
    if (built.code !== 0) throw new Error(`Building ${what} failed:\n${built.output}`);
    writeFileSync(join(draft, '.stamp'), expected);
    replaceFolder(draft, folder, isFresh);
    if (derivedCache) rmSync(join(ROOT, derivedCache), { recursive: true, force: true });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  // To stderr: stdout is for the output of the command itself.
  console.error(`Built ${what} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** Builds the web client and the server's bundle in parallel, each only if its sources have changed. */
export async function build(): Promise<void> {
  const stopListening = exitOnSignals();
  await Promise.all([CLIENT, SERVER].map(buildIfStale));
  stopListening();
}

/** Builds only the server's bundle, for callers that need no pages. */
export const buildServer = (): Promise<void> => buildIfStale(SERVER);
