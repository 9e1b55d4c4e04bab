const msSince = (start: NodeJS.CpuUsage) => {
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
};

/**
 * The longest iteration of this thread's event loop during some work, in CPU milliseconds, which do not grow
 * on a busy machine.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let startedAt = process.threadCpuUsage();
  let isRunning = true;
  const tick = () => {
    longest = Math.max(longest, msSince(startedAt));
    startedAt = process.threadCpuUsage();
    if (isRunning) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  isRunning = false;
  return longest;
}

/** The CPU milliseconds of a piece of work. */
export function cpuOf(work: () => unknown): number {
  const start = process.threadCpuUsage();
  work();
  return msSince(start);
}
