import type { Instrumentation } from '../observability/instrumentation.ts';
import type { Database } from './database.ts';

export function timed(
  transact: Database['transact'],
  instrumentation: Instrumentation,
): Database['transact'] {
  return async (work) => {
    const startedAt = performance.now();
    try {
      return await transact(work);
    } finally {
      instrumentation.transaction(performance.now() - startedAt);
    }
  };
}
