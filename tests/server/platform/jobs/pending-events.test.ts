import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Ctx } from '../../../../server/src/platform/core/ctx.ts';
import { pendingEvents } from '../../../../server/src/platform/jobs/pending-events.ts';
import { insertPendingEvent } from '../../../../server/src/platform/jobs/queries.ts';
import { readRows } from '../../../support/data/rows.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';

describeOnBothEngines('events that a command has stored', ({ openDb }) => {
  test('stay until their subscribers succeed', async () => {
    const db = await openDb();
    const ids = [randomUUID(), randomUUID()].toSorted();
    await db.transact(async (tx) => {
      for (const id of ids)
        await insertPendingEvent(tx, { id, name: 'member suspended', event: { id }, createdAt: new Date() });
    });
    const followed: string[] = [];
    let isBroken = true;
    db.events.on('member suspended', (_tx, { id }) => {
      if (id === ids[1] && isBroken) throw new Error('not now');
      followed.push(id);
    });
    const run = () => pendingEvents.jobs?.[0]?.run({ db } as Ctx, new AbortController().signal);
    await expect(run()).rejects.toThrow('not now');
    expect((await readRows(db, 'pendingEvents')).map(({ id }) => id)).toEqual([ids[1]]);
    isBroken = false;
    await Promise.all([run(), run()]);
    expect(followed).toEqual(ids);
  });
});
