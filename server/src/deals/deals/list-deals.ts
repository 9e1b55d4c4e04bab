import type { Deal } from '@selvedge/shared/deals/deals';
import { VOUCH_DAYS } from '@selvedge/shared/platform/limits';
import { presentMember } from '../../members/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import { mediaUrl } from '../../platform/core/media-url.ts';
import type { Place } from '../../platform/core/paging.ts';
import type { Conn } from '../../platform/db/database.ts';
import { presentOwnVouch } from '../vouches/present.ts';
import { findMade, madeBelow } from './queries.ts';

const DAY = 24 * 3_600_000;

type MadeRow = Awaited<ReturnType<typeof madeBelow>>[number];

function presentDeal({ deal, buyer, seller, vouch }: MadeRow, memberId: string): Deal {
  const isBuyer = deal.buyerId === memberId;
  const madeAt = deal.madeAt ?? deal.proposedAt;
  return {
    id: deal.id,
    conversationId: deal.conversationId,
    listingId: deal.listingId,
    title: deal.title,
    image: deal.photo && mediaUrl(deal.photo.key),
    other: presentMember(isBuyer ? seller : buyer),
    isBuyer,
    soldAt: deal.soldAt.toISOString(),
    madeAt: madeAt.toISOString(),
    vouch: vouch && presentOwnVouch(vouch),
    vouchUntil: new Date(madeAt.getTime() + VOUCH_DAYS * DAY).toISOString(),
  };
}

/** A page of the actor's deals, latest first, with their own vouches only: the other member's may be unreleased. */
export async function listDeals(conn: Conn, actor: Actor, page: Place & { limit: number }): Promise<Deal[]> {
  return (await madeBelow(conn, actor.id, page)).map((row) => presentDeal(row, actor.id));
}

/** One of a member's deals as `listDeals` has it. */
export async function findDealOf(conn: Conn, memberId: string, id: string): Promise<Deal | null> {
  const [row] = await findMade(conn, memberId, id);
  return row ? presentDeal(row, memberId) : null;
}
