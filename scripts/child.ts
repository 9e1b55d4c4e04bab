import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A program of an installed package, run by this very Node: `tool('vite', 'build')`. */
export const binary = (path: string): string =>
  fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

interface Ran {
  code: number;
  output: string;
}

/** Runs a script with this Node and keeps what it prints. */
export async function run(args: string[], options: SpawnOptions = {}): Promise<Ran> {
  const child = spawn(process.execPath, args, { cwd: ROOT, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, output };
}

/** Runs a script in the foreground until it ends, and passes on the signals that end it. @returns its exit code. */
export async function runInFront(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
