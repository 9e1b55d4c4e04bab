import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary, exitOnSignals, ROOT, run } from './child.ts';

interface Part {
  what: string;
  /** Patterns from the project's root. */
  sources: string[];
  output: string;
  /** What was made of its output by who used it, and is of no use to the next. */
  leftovers?: string;
  /** The command that writes to a folder. */
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
  sources: ['server/src/**/*', 'server/rolldown.config.ts', ...SHARED],
  output: 'server/build/app',
  leftovers: 'server/build/compiled',
  command: (folder) => [
    ...[binary('rolldown/bin/cli.mjs'), '--config', 'server/rolldown.config.ts'],
    ...['--dir', folder, '--logLevel', 'warn'],
  ],
};

/** A digest of every source file, path and content. */
function digest(sources: string[]): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(ROOT.length)).update(readFileSync(file));
  return hash.digest('hex');
}

function put(draft: string, folder: string, isFresh: () => boolean): void {
  try {
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } catch (error) {
    // Two starts at once may build the same; who comes second finds it there.
    if (!isFresh()) throw error;
  }
}

async function makeIfStale({ what, sources, output, leftovers, command }: Part): Promise<void> {
  const folder = join(ROOT, output);
  const stamp = join(folder, '.stamp');
  const wanted = digest(sources);
  const isFresh = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  if (isFresh()) return;
  const startedAt = performance.now();
  // Made beside the old one, which stays if this fails and which another start may be using.
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
  // What a command is asked for goes to the standard output alone.
  console.error(`Built ${what} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** Builds what is older than its sources: the web client and the server's bundle, side by side. */
export async function build(): Promise<void> {
  const stopListening = exitOnSignals();
  await Promise.all([CLIENT, SERVER].map(makeIfStale));
  stopListening();
}

/** The server's bundle alone, for who needs no pages. */
export const buildServer = (): Promise<void> => makeIfStale(SERVER);
