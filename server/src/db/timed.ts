import type { Instrumentation } from '../observability/instrumentation.ts';
import type { Database } from './database.ts';

/** Wraps `transact` so that `watch` gets the duration of each transaction. */
export const timed =
  (transact: Database['transact'], watch: Instrumentation): Database['transact'] =>
  async (work) => {
    const startedAt = performance.now();
    try {
      return await transact(work);
    } finally {
      watch.transaction(performance.now() - startedAt);
    }
  };
