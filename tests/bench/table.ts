/** The result of a benchmark, printed as a table. */
export interface BenchTable {
  title: string;
  columns: string[];
  /** One cell per column. */
  rows: (string | number)[][];
  /** Printed as Markdown, to be copied into a docs page. */
  isMarkdown?: true;
}

/** The value below which a share of the samples lies, `part` from 0 to 1. */
export function percentile(samples: number[], part: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Runs `work` `times` times after a warm-up. @returns the milliseconds of each. */
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
