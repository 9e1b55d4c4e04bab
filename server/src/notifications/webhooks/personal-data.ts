import { jsonFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import type { Database } from '../../platform/db/database.ts';
import { presentDelivery, presentWebhook } from './present.ts';
import { deleteAllOf, latestDeliveries, listWebhooks } from './queries.ts';

const EXPORTED_MAX = 10_000;

/** A member's webhooks and their deliveries. */
export function webhooksPart({ db }: { db: Database }): PersonalPart {
  return {
    async *files(memberId) {
      const webhooks = await db.read(async (conn) => listWebhooks(conn, memberId));
      const all = [];
      for (const row of webhooks) {
        const deliveries = await db.read(async (conn) => latestDeliveries(conn, row.id, EXPORTED_MAX));
        all.push({ ...presentWebhook(row), deliveries: deliveries.map(presentDelivery) });
      }
      yield jsonFile('webhooks.json', all);
    },
    erase: (tx, memberId) => deleteAllOf(tx, memberId),
  };
}
