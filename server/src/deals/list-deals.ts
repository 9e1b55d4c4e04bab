import type { Deal } from '@selvedge/shared/deals';
import type { Actor } from '../core/actor.ts';
import { mediaUrl } from '../core/media-url.ts';
import type { Place } from '../core/paging.ts';
import type { Conn } from '../db/database.ts';
import { presentPerson } from '../members/present.ts';
import { madeBelow } from './queries.ts';

/** A page of the actor's deals, latest first. */
export async function listDeals(conn: Conn, actor: Actor, page: Place & { limit: number }): Promise<Deal[]> {
  const rows = await madeBelow(conn, actor.id, page);
  return rows.map(({ deal, buyer, seller }) => {
    const isBuyer = deal.buyerId === actor.id;
    return {
      id: deal.id,
      conversationId: deal.conversationId,
      title: deal.title,
      image: deal.photo && mediaUrl(deal.photo.key),
      other: presentPerson(isBuyer ? seller : buyer),
      isBuyer,
      soldAt: deal.soldAt.toISOString(),
      madeAt: (deal.madeAt ?? deal.proposedAt).toISOString(),
    };
  });
}
