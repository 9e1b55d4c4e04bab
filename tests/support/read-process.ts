import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Milliseconds of a clock tick in `/proc`, on every present Linux. */
const TICK_MS = 10;
const KIBIBYTE = 1024;

/** What the kernel reports about a process; null on systems other than Linux. */
export function readProcess(pid: number): { cpuMs: number; residentBytes: number; peakBytes: number } | null {
  if (process.platform !== 'linux') return null;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may hold spaces.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * KIBIBYTE;
  return { cpuMs: (user + system) * TICK_MS, residentBytes: bytes('VmRSS'), peakBytes: bytes('VmHWM') };
}

/**
 * Begins to watch the memory of a process, on Linux only. Its peak until now is forgotten (`clear_refs` in `proc(5)`), so
 * a watch that began earlier misses what came before this one.
 * @returns how many bytes it has taken since at most above what it held at the beginning.
 * @throws Error on other systems.
 */
export function watchMemory(pid: number): () => number {
  const bytes = () => {
    const now = readProcess(pid);
    if (now) return now;
    throw new Error('memory can be watched on Linux only');
  };
  const { residentBytes } = bytes();
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return () => Math.max(0, bytes().peakBytes - residentBytes);
}

/** @returns null when the process has ended. */
function parentOf(pid: number | string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? null : Number(parent);
  } catch {
    return null;
  }
}

/** On Linux only. */
export const isRunning = (pid: number): boolean => parentOf(pid) !== null;

/** @returns the ids of the processes that a process has started and that still run, on Linux only. */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
