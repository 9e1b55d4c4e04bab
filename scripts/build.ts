import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary, ROOT, run } from './child.ts';

interface Part {
  what: string;
  sources: string[];
  output: string;
  make(): Promise<{ code: number; output: string }>;
}

const PARTS: Part[] = [
  {
    what: 'the web client',
    sources: ['web/**/*', 'shared/src/**/*', 'package-lock.json'],
    output: 'web/dist',
    make: () => run([binary('vite/bin/vite.js'), 'build', 'web', '--logLevel', 'warn']),
  },
  {
    what: 'the server',
    sources: ['server/src/**/*', 'shared/src/**/*', 'server/rolldown.config.ts', 'package-lock.json'],
    output: 'server/build/app',
    make: () =>
      run([binary('rolldown/bin/cli.mjs'), '--config', 'server/rolldown.config.ts', '--logLevel', 'warn']),
  },
];

/** A digest of every source file, path and content. */
function digest(sources: string[]): string {
  const hash = createHash('sha256').update(process.version);
  const files = globSync(sources, {
    cwd: ROOT,
    withFileTypes: true,
    exclude: ['web/dist/**', '**/node_modules/**'],
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(ROOT.length)).update(readFileSync(file));
  return hash.digest('hex');
}

async function makeIfStale({ what, sources, output, make }: Part): Promise<void> {
  const stamp = join(ROOT, output, '.stamp');
  const wanted = digest(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const startedAt = performance.now();
  rmSync(join(ROOT, output), { recursive: true, force: true });
  const { code, output: printed } = await make();
  if (code !== 0) throw new Error(`Building ${what} failed:\n${printed}`);
  writeFileSync(stamp, wanted);
  console.log(`Built ${what} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** Builds what is older than its sources: the web client and the server's bundle, side by side. */
export async function build(): Promise<void> {
  await Promise.all(PARTS.map(makeIfStale));
}
