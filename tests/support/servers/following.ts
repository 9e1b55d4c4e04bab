import type { Ctx } from '../../../server/src/platform/core/ctx.ts';
import type { DomainEventName, DomainEvents } from '../../../server/src/platform/core/events.ts';
import type { Database, Tx } from '../../../server/src/platform/db/database.ts';

type Followers = { [E in DomainEventName]?: (tx: Tx, event: DomainEvents[E]) => Promise<unknown> };

/** A view of a database whose transactions have these followers of events, after those that the database has. */
export function following(db: Database, followers: Followers): Database {
  return {
    ...db,
    transact: (work) =>
      db.transact((tx) => {
        const followed: Tx = {
          ...tx,
          async emit(name, event) {
            await tx.emit(name, event);
            await (followers[name] as ((tx: Tx, event: unknown) => Promise<unknown>) | undefined)?.(
              followed,
              event,
            );
          },
        };
        return work(followed);
      }),
  };
}

/** A view of a context whose transactions are rolled back at their ends. */
export const undone = (ctx: Ctx): Ctx => ({
  ...ctx,
  db: {
    ...ctx.db,
    transact: (work) =>
      ctx.db.transact(async (tx) => {
        await work(tx);
        throw new Error('undone');
      }),
  },
});
