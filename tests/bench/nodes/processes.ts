import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Why no other process can be looked into here; null when it can. */
export const noProcesses = existsSync('/proc/self/stat')
  ? null
  : 'this machine has no /proc, from which the CPU time of PostgreSQL and Redis is read';

/** The kernel tells them in hundredths of a second, whatever it counts in. */
const TICK_MS = 10;

interface Times {
  parent: number;
  ownMs: number;
  /** Of its children that have ended. */
  endedMs: number;
}

function timesOf(pid: number): Times | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in brackets and may hold anything; what follows it is counted from 3.
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
    // It has just ended.
    return null;
  }
}

/** The CPU time in milliseconds that a process and its children have taken so far, those that have ended, too. */
export function cpuMsOf(pid: number): number {
  const root = timesOf(pid);
  if (!root) throw new Error(`there is no process ${pid}`);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times?.parent === pid);
  return children.reduce((sum, times) => sum + (times?.ownMs ?? 0), root.ownMs + root.endedMs);
}
