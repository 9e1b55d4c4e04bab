import type { Tx } from '../../../platform/db/database.ts';
import { insertAlerts, pricesOf } from './queries.ts';

interface Told {
  memberId: string;
  listingId: string;
}

/** For alerts of other features. @returns those that the member was not told of for another reason */
export async function claimAlerts<T extends Told>(tx: Tx, alerts: T[]): Promise<T[]> {
  if (alerts.length === 0) return [];
  const ids = [...new Set(alerts.map(({ listingId }) => listingId))];
  const prices = new Map((await pricesOf(tx, ids)).map(({ id, priceCents }) => [id, priceCents]));
  const rows = alerts.flatMap(({ memberId, listingId }) => {
    const priceCents = prices.get(listingId);
    return priceCents === undefined ? [] : [{ memberId, listingId, priceCents }];
  });
  const keyOf = ({ memberId, listingId }: Told) => `${memberId} ${listingId}`;
  const claimed = new Set((await insertAlerts(tx, rows)).map(keyOf));
  return alerts.filter((alert) => claimed.has(keyOf(alert)));
}
