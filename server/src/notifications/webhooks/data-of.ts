import type { WEBHOOK_DATA } from '@selvedge/shared/notifications/webhooks';
import type * as z from 'zod';
import { findMessage, presentMessage } from '../../conversations/public.ts';
import { findDealOf } from '../../deals/public.ts';
import { isSuspended } from '../../identity/public.ts';
import { findListing, findSearch, findWanted, presentOneListing, presentWanted } from '../../items/public.ts';
import { isHidden } from '../../members/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { Conn } from '../../platform/db/database.ts';
import { type DeliveryRow, seesConversation, type WebhookRow } from './queries.ts';

type Data = z.output<(typeof WEBHOOK_DATA)[keyof typeof WEBHOOK_DATA]>;

/** An item of the owner's, or a public one for the instance: both see what every visitor sees. */
async function itemData(ctx: Ctx, conn: Conn, { type, aboutId: id }: DeliveryRow): Promise<Data | null> {
  if (type.endsWith('.removed')) return { id };
  if (type.startsWith('wtb.')) {
    const [row] = await findWanted(conn, { id });
    return row ? presentWanted(row) : null;
  }
  const [row] = await findListing(conn, { id });
  return row ? presentOneListing(row, ctx.settings.current().features) : null;
}

async function messageData(ctx: Ctx, conn: Conn, ownerId: string, id: string): Promise<Data | null> {
  const [row] = await findMessage(conn, id);
  if (!row || row.removedAt || row.unsentAt) return null;
  if (!(await seesConversation(conn, row.conversationId, ownerId))) return null;
  return presentMessage(row, ownerId, ctx.media.chatImages);
}

async function searchData(ctx: Ctx, conn: Conn, ownerId: string, row: DeliveryRow): Promise<Data | null> {
  const [search] = await findSearch(conn, ownerId, row.subjectId);
  const [listing] = await findListing(conn, { id: row.aboutId });
  if (!search || !listing) return null;
  if (await isHidden(conn, { id: ownerId, isAdmin: false }, listing.listing.sellerId)) return null;
  return {
    search: { id: search.id, name: search.name },
    listing: presentOneListing(listing, ctx.settings.current().features),
  };
}

/**
 * The `data` of a delivery, as REST returns it to the owner now, so that a late delivery is never outdated.
 * Null when the owner could not read it.
 */
export async function dataOf(
  ctx: Ctx,
  conn: Conn,
  { id, ownerId, isInstance }: WebhookRow,
  row: DeliveryRow,
): Promise<Data | null> {
  const { type, aboutId } = row;
  if (type === 'ping') return { id };
  if (!isInstance && (ownerId === null || (await isSuspended(conn, ownerId)))) return null;
  if (/^(listing|wtb)\./.test(type)) return itemData(ctx, conn, row);
  if (ownerId === null) return null;
  if (type === 'search.matched') return searchData(ctx, conn, ownerId, row);
  if (type === 'deal.confirmed') return findDealOf(conn, ownerId, aboutId);
  return messageData(ctx, conn, ownerId, aboutId);
}

/** The body of a delivery; null if the owner can no longer read its subject. */
export async function bodyOf(
  ctx: Ctx,
  conn: Conn,
  webhook: WebhookRow,
  row: DeliveryRow,
): Promise<string | null> {
  const data = await dataOf(ctx, conn, webhook, row);
  return data && JSON.stringify({ type: row.type, timestamp: row.createdAt.toISOString(), data });
}
