/** What one benchmark found, to be printed plainly. */
export interface BenchTable {
  title: string;
  columns: string[];
  /** A cell per column. */
  rows: (string | number)[][];
  /** Printed as the rows of a page, to be copied into one. */
  isMarkdown?: true;
}

/** The value below which that part of the samples lies, `part` from 0 to 1. */
export function percentile(samples: number[], part: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Runs `work` some times over, after a few that do not count. @returns the milliseconds of each. */
export async function sample(times: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  for (let n = 0; n < Math.ceil(times / 10); n += 1) await work(n);
  const samples: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const from = performance.now();
    await work(n);
    samples.push(performance.now() - from);
  }
  return samples;
}
