import { build } from '../../scripts/build.ts';
import { besideWrites } from './reads/beside-writes.ts';
import { COLUMNS, type Contest, contend } from './reads/contest.ts';
import { hits } from './reads/hits.ts';
import { misses } from './reads/misses.ts';
import { openSite, type Site } from './reads/site.ts';
import type { BenchTable } from './table.ts';

const SIZES = [1_000, Number(process.env.SELVEDGE_BENCH_ROWS ?? 100_000)] as const;

/**
 * The cost of reads. Cached public ones are compared with a ready buffer of the same size served by Hono, all others
 * with hand-written prepared SQL and plain JSON. Product and baseline take turns. Equal costs are a ratio of 1; more
 * requests per second and less CPU time are better.
 */
export async function bench(): Promise<BenchTable[]> {
  await build();
  const tables: BenchTable[] = [];
  const costs = new Map<string, number[]>();
  async function measure(site: Site, title: string, contests: Contest[]): Promise<void> {
    const rows: BenchTable['rows'] = [];
    for (const contest of contests) {
      const { row, cpu } = await contend(site, contest);
      rows.push(row);
      costs.set(contest.name, [...(costs.get(contest.name) ?? []), cpu]);
    }
    tables.push({ title, columns: COLUMNS, rows });
  }
  for (const count of SIZES) {
    const site = await openSite(count);
    const over = `over ${count} listings and as many messages`;
    try {
      await measure(site, `Cached reads ${over}`, await hits(site));
      await measure(site, `Uncached reads ${over}`, misses(site));
      tables.push(await besideWrites(site, `Reads at 100/s ${over}`));
    } finally {
      await site.close();
    }
  }
  const growth = [...costs].map(([name, [few = 1, many = 1]]) => [name, (many / few).toFixed(2)]);
  const columns = ['µs of CPU', `${SIZES[1]} to ${SIZES[0]}`];
  return [...tables, { title: 'What a larger market costs', columns, rows: growth }];
}
