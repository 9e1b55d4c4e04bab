import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary, exitOnSignals, ROOT, run } from './child.ts';

interface Part {
  what: string;
  /** Patterns from the project's root. */
  sources: string[];
  output: string;
  /** A cache that was derived from the old output, to be deleted with it. */
  leftovers?: string;
  /** The arguments for Node that build this part into a folder. */
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
  sources: ['server/src/**/*', 'server/demo/**/*.ts', 'server/rolldown.config.ts', ...SHARED],
  output: 'server/build/app',
  leftovers: 'server/build/compiled',
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

/** Puts a folder in the place of another. Of several commands that build the same at once, one does, or another has. */
function put(draft: string, folder: string, isFresh: () => boolean): void {
  const old = `${draft}.old`;
  try {
    // Moved, not deleted: another command never finds half of it.
    if (existsSync(folder)) renameSync(folder, old);
    renameSync(draft, folder);
  } catch (error) {
    if (!isFresh()) throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

async function makeIfStale({ what, sources, output, leftovers, command }: Part): Promise<void> {
  const folder = join(ROOT, output);
  const stamp = join(folder, '.stamp');
  const wanted = digest(sources);
  const isFresh = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  if (isFresh()) return;
  const startedAt = performance.now();
  // Built beside the old output, which stays if this fails, and which a running server may be using.
  const draft = `${folder}.${process.pid}`;
  try {
    const made = await run(command(draft));
    if (made.code !== 0) throw new Error(`Building ${what} failed:\n${made.output}`);
    writeFileSync(join(draft, '.stamp'), wanted);
    put(draft, folder, isFresh);
    if (leftovers) rmSync(join(ROOT, leftovers), { recursive: true, force: true });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  // To the standard error: the standard output is for what the command itself prints.
  console.error(`Built ${what} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** Builds the web client and the server's bundle in parallel, each only if its sources have changed. */
export async function build(): Promise<void> {
  const stopListening = exitOnSignals();
  await Promise.all([CLIENT, SERVER].map(makeIfStale));
  stopListening();
}

/** Builds the server's bundle alone, for callers that need no pages. */
export const buildServer = (): Promise<void> => makeIfStale(SERVER);
