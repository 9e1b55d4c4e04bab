import type { BenchTable } from './table.ts';
import { measureBytes } from './web/bytes.ts';
import { measureInteractions } from './web/interactions.ts';
import { measureMemory } from './web/memory.ts';
import { openStage } from './web/stage.ts';
import { measureTasks } from './web/tasks.ts';

/**
 * The web client in a real browser: bytes loaded, long tasks, input latency and memory.
 * `SELVEDGE_BENCH_MINUTES` sets how long the memory measurement runs.
 */
export async function bench(): Promise<BenchTable[]> {
  const stage = await openStage();
  try {
    return [
      ...(await measureBytes(stage)),
      await measureTasks(stage),
      await measureInteractions(stage),
      await measureMemory(stage),
    ];
  } finally {
    await stage.close();
  }
}
