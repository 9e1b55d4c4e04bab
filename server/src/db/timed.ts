import type { Watch } from '../watch.ts';
import type { Database } from './database.ts';

/** The same, with the time that each transaction takes told. */
export const timed =
  (transact: Database['transact'], watch: Watch): Database['transact'] =>
  async (work) => {
    const startedAt = performance.now();
    try {
      return await transact(work);
    } finally {
      watch.transaction(performance.now() - startedAt);
    }
  };
