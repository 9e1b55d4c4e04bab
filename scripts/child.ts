import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A program of an installed package, for this very Node to run: `binary('vite/bin/vite.js')`. */
export const binary = (path: string): string =>
  fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

interface Ran {
  code: number;
  /** What it printed, to either stream. */
  output: string;
}

/** Long enough for the slowest suite on a slow machine; a runner that hangs is ended then. */
const PATIENCE_MS = 10 * 60_000;
const hasGroups = process.platform !== 'win32';

/** A child and whatever it started, which share a process group of their own. */
function signalAll(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(hasGroups ? -child.pid : child.pid, signal);
  } catch {
    // They have all ended.
  }
}

/** Runs a script with this Node and keeps what it prints. What it started and left behind is ended with it. */
export async function run(args: string[], options: SpawnOptions = {}): Promise<Ran> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: hasGroups,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const end = () => signalAll(child, 'SIGKILL');
  process.on('exit', end);
  const impatience = setTimeout(() => {
    output += `\nIt had not ended after ${PATIENCE_MS / 60_000} minutes, so it was.`;
    end();
  }, PATIENCE_MS);
  // Not 'close': a process left behind may hold the streams open for ever.
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(impatience);
  await new Promise(setImmediate);
  end();
  process.off('exit', end);
  return { code: code ?? 1, output };
}

/** Starts a script in the foreground, on this terminal. */
export const startInFront = (args: string[], env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
