import type { BenchTable } from './table.ts';
import { measureAnswers } from './web/answers.ts';
import { measureBytes } from './web/bytes.ts';
import { measureMemory } from './web/memory.ts';
import { openStage } from './web/stage.ts';
import { measureTasks } from './web/tasks.ts';

/**
 * The web client in a real browser: what it loads, what keeps it from answering, how fast it answers and what it holds.
 * `SELVEDGE_BENCH_MINUTES` is how long is chatted for the last of these.
 */
export async function bench(): Promise<BenchTable[]> {
  const stage = await openStage();
  try {
    return [
      ...(await measureBytes(stage)),
      await measureTasks(stage),
      await measureAnswers(stage),
      await measureMemory(stage),
    ];
  } finally {
    await stage.close();
  }
}
