import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Why other processes cannot be inspected on this machine; null when they can. */
export const noProcesses = existsSync('/proc/self/stat')
  ? null
  : 'this machine has no /proc, from which the CPU time of PostgreSQL and Redis is read';

/** The kernel reports CPU time in hundredths of a second. */
const TICK_MS = 10;

interface Times {
  parent: number;
  ownMs: number;
  /** CPU time of its exited children. */
  endedMs: number;
}

function timesOf(pid: number): Times | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name is in parentheses and may contain anything; the fields after it are numbered from 3.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const field = (n: number) => fields[n - 3] ?? 0;
    return {
      parent: field(4),
      ownMs: (field(14) + field(15)) * TICK_MS,
      endedMs: (field(16) + field(17)) * TICK_MS,
    };
  } catch {
    // The process has just exited.
    return null;
  }
}

/** The CPU time in milliseconds of a process and its children, exited ones included. */
export function cpuMsOf(pid: number): number {
  const root = timesOf(pid);
  if (!root) throw new Error(`there is no process ${pid}`);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times?.parent === pid);
  return children.reduce((sum, times) => sum + (times?.ownMs ?? 0), root.ownMs + root.endedMs);
}
