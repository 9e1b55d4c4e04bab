import { randomUUID } from 'node:crypto';
import { sendMessage } from '../../../server/src/conversations/send-message.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { openOffers } from '../../support/people/offers.ts';
import { createDatabase } from '../../support/servers/database.ts';
import { type BenchTable, percentile } from '../table.ts';

const WARM_UPS = 100;
const TIMES = 600;
const LONG_AGO = new Date(0);

interface Cost {
  /** Microseconds of CPU each, of this process. */
  cpu: number;
  p50: number;
}

/** One after the other, in turns, so that a busy machine slows both down alike. */
async function compare(engine: 'sqlite' | 'postgres'): Promise<[message: Cost, offer: Cost]> {
  const { url, remove } = await createDatabase(engine);
  const db = await openDatabase(url, createLog('error'));
  try {
    const { ctx, buyer, ids, offer } = await openOffers(db);
    const [conversationId] = ids;
    const content = 'Would you take 320 for it?';
    const writes = [
      () =>
        sendMessage(ctx, buyer, {
          ...{ clientId: randomUUID(), conversationId, type: 'text', content },
        }),
      () => offer(buyer, conversationId, 320, { price: 365 }),
    ];
    const taken = writes.map(() => ({ cpu: 0, ms: [] as number[] }));
    for (let n = 0; n < WARM_UPS + TIMES; n += 1) {
      for (const [i, write] of writes.entries()) {
        const [from, before] = [performance.now(), process.cpuUsage()];
        await write();
        const { user, system } = process.cpuUsage(before);
        const cost = taken[i];
        if (n < WARM_UPS || !cost) continue;
        cost.ms.push(performance.now() - from);
        cost.cpu += user + system;
      }
      // Not measured: without an open offer to replace, and below the limit of a day.
      await db.transact(({ q, t }) =>
        q.update(t.offers).set({ state: 'declined', createdAt: LONG_AGO }).returning({ id: t.offers.id }),
      );
    }
    const [message, made] = taken.map(({ cpu, ms }) => ({ cpu: cpu / TIMES, p50: percentile(ms, 0.5) }));
    return [message as Cost, made as Cost];
  } finally {
    await db.close();
    await remove();
  }
}

/** What an offer costs, compared with a message of the same conversation. */
export async function offersTable(): Promise<BenchTable> {
  const rows: BenchTable['rows'] = [];
  for (const engine of ['sqlite', 'postgres'] as const) {
    const [message, offer] = await compare(engine);
    rows.push([
      engine,
      ...[message.cpu, offer.cpu].map((us) => us.toFixed(0)),
      (offer.cpu / message.cpu).toFixed(2),
      ...[message.p50, offer.p50].map((ms) => ms.toFixed(2)),
    ]);
  }
  return {
    title: 'An offer compared with a message, one at a time, in the process of the test',
    columns: [
      'database',
      'message, µs of CPU',
      'offer, µs of CPU',
      'ratio',
      'message, p50 ms',
      'offer, p50 ms',
    ],
    rows,
  };
}
