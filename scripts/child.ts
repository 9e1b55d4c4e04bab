import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The path of an installed package's program, to be run with this Node: `binary('vite/bin/vite.js')`. */
export const binary = (path: string): string =>
  fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

interface Ran {
  code: number;
  /** What it printed, to either stream. */
  output: string;
}

/** A runner that takes longer hangs, and is ended: long enough for the slowest suite on a slow machine. */
const PATIENCE_MS = 30 * 60_000;
const LAST_WORDS_MS = 2_000;
const hasGroups = process.platform !== 'win32';

/** Signals a child and everything that it started, which share a process group. */
function signalAll(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(hasGroups ? -child.pid : child.pid, signal);
  } catch {
    // They have all ended.
  }
}

/**
 * Lets SIGINT and SIGTERM run the exit handlers, which end child processes: by default a signal ends a process without
 * running them. @returns how to restore the default.
 */
export function exitOnSignals(): () => void {
  const onInt = () => process.exit(130);
  const onTerm = () => process.exit(143);
  process.on('SIGINT', onInt);
  process.on('SIGTERM', onTerm);
  return () => {
    process.off('SIGINT', onInt);
    process.off('SIGTERM', onTerm);
  };
}

/** Runs a script with this Node and captures its output. Processes that it leaves behind are ended. */
export async function run(
  args: string[],
  options: SpawnOptions = {},
  patienceMs = PATIENCE_MS,
): Promise<Ran> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    ...options,
    // No colours: the captured text may be printed to a file.
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...options.env },
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
    output += `\nIt was still running after ${patienceMs / 60_000} minutes, so it was cut off.`;
    end();
  }, patienceMs);
  const closed = once(child, 'close');
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(impatience);
  end();
  // What it has printed last is still on its way; a process that left the group could hold the stream open for ever.
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS))]);
  process.off('exit', end);
  return { code: code ?? 1, output };
}

/** Starts a script in the foreground, on this terminal. */
export const startInFront = (args: string[], env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
