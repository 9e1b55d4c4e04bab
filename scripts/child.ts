import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Report } from './report.ts';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The path of an installed package's program, to run with this Node: `binary('vite/bin/vite.js')`. */
export const binary = (path: string): string =>
  fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

interface RunResult {
  code: number;
  /** Everything it printed to stdout and stderr. */
  output: string;
}

/**
 * A runner is killed after this time: it must have hung, because even the slowest suite on a slow machine
 * needs less.
 */
const TIMEOUT_MS = 30 * 60_000;
const FLUSH_MS = 2_000;
const hasGroups = process.platform !== 'win32';

/** Signals a child and everything it started, which share a process group. */
function signalAll(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(hasGroups ? -child.pid : child.pid, signal);
  } catch {
    // All of them have exited already.
  }
}

/**
 * Lets SIGINT and SIGTERM run the exit handlers, which stop child processes: by default a signal ends a
 * process without running them. @returns a function that restores the default
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

/**
 * Runs a script with this Node and captures its output. Kills processes that it leaves behind.
 * @param onReport receives what the script's test reporter sends
 */
export async function run(
  args: string[],
  options: SpawnOptions = {},
  timeoutMs = TIMEOUT_MS,
  onReport?: (report: Report) => void,
): Promise<RunResult> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    ...options,
    // No colors: the captured text may be printed to a file.
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', ...(onReport ? ['ipc' as const] : [])],
    detached: hasGroups,
  });
  if (onReport) child.on('message', onReport);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const end = () => signalAll(child, 'SIGKILL');
  process.on('exit', end);
  const timer = setTimeout(() => {
    output += `\nIt was still running after ${timeoutMs / 60_000} minutes and was killed.`;
    end();
  }, timeoutMs);
  const closed = once(child, 'close');
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  end();
  // Wait for its last output, but not forever: a process that left the group could keep the stream open.
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, FLUSH_MS))]);
  process.off('exit', end);
  return { code: code ?? 1, output };
}

/** Starts a script in the foreground, on this terminal. */
export const startForeground = (args: string[], env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
