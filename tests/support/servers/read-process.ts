import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Milliseconds of a clock tick in `/proc`, on every current Linux. */
const TICK_MS = 10;
const KIBIBYTE = 1024;

/** @returns null when the process has ended, and on systems other than Linux. */
function readProc(pid: number | string, name: 'stat' | 'status'): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return null;
  }
}

/** The fields of `stat` after the name, which may contain spaces: the state, the parent, and so on. */
const fieldsOf = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2).split(' ');

/** What the kernel reports about a process; null when it has ended, and on systems other than Linux. */
export function readProcess(pid: number): { cpuMs: number; residentBytes: number; peakBytes: number } | null {
  const [stat, status] = [readProc(pid, 'stat'), readProc(pid, 'status')];
  if (!stat || !status) return null;
  const [user = 0, system = 0] = fieldsOf(stat).slice(11, 13).map(Number);
  // A zombie process (ended, not yet reaped) has no memory fields.
  const bytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * KIBIBYTE;
  return { cpuMs: (user + system) * TICK_MS, residentBytes: bytes('VmRSS'), peakBytes: bytes('VmHWM') };
}

/**
 * Starts watching the memory of a process, on Linux only. Its previous peak is reset (`clear_refs` in
 * `proc(5)`), so an earlier watch misses what came before this one.
 * @returns a function for the peak growth in bytes since the start
 * @throws Error on other systems
 */
export function watchMemory(pid: number): () => number {
  const bytes = () => {
    const now = readProcess(pid);
    if (now) return now;
    throw new Error('the memory of a process that runs can be watched, on Linux only');
  };
  const { residentBytes } = bytes();
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return () => Math.max(0, bytes().peakBytes - residentBytes);
}

/** @returns null when the process has ended. */
function parentOf(pid: number | string): number | null {
  const stat = readProc(pid, 'stat');
  if (!stat) return null;
  const [state, parent] = fieldsOf(stat);
  return state === 'Z' ? null : Number(parent);
}

/** On Linux only. */
export const isRunning = (pid: number): boolean => parentOf(pid) !== null;

/** @returns the ids of a process's running children, on Linux only */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);

/**
 * The memory of a process and all its descendants: resident pages, of which those that several processes share count
 * once (Pss). On Linux only.
 */
export function treeBytes(pid: number): number {
  let rollup = '';
  try {
    rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  } catch {
    // It has ended.
  }
  const own = Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * KIBIBYTE;
  return childrenOf(pid).reduce((sum, child) => sum + treeBytes(child), own);
}
