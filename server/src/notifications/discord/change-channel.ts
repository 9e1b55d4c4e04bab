import type {
  ChangeDiscordChannel,
  DiscordChannel,
  NewDiscordChannel,
} from '@selvedge/shared/notifications/discord';
import { DISCORD_CHANNELS_MAX } from '@selvedge/shared/notifications/discord-limits';
import { fromCents } from '@selvedge/shared/platform/money';
import { v7 as uuidv7 } from 'uuid';
import { lockMember } from '../../members/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError, notFound } from '../../platform/core/errors.ts';
import { formatInstant } from '../../platform/core/format-instant.ts';
import type { Conn } from '../../platform/db/database.ts';
import { isAtDiscord, sealAddress } from './address.ts';
import {
  type ChannelRow,
  deleteChannel,
  findChannel,
  insertChannel,
  listChannels,
  updateChannel,
} from './queries.ts';

export function presentChannel(row: ChannelRow): DiscordChannel {
  const { id, name, isInstance, kind, brand, category, maxPriceCents, isOff, createdAt } = row;
  return {
    ...{ id, name, isInstance, kind, brand, category },
    maxPrice: maxPriceCents === null ? null : fromCents(maxPriceCents),
    isOn: !isOff,
    createdAt: formatInstant(createdAt),
  };
}

/** A member's own channel follows their saved searches. @throws invalid_input */
function requireNoFilters({ kind, brand, category, maxPrice }: ChangeDiscordChannel): void {
  const filters = Object.entries({ kind, brand, category, maxPrice });
  const [path] = filters.find(([, value]) => value != null) ?? [];
  if (path === undefined) return;
  const message = 'Your channel shows what your saved searches find. It has no filters of its own.';
  throw new AppError('invalid_input', message, { issues: [{ path, message }] });
}

/** Nothing that exists is posted. @throws invalid_input for another address or a member's filters; forbidden; conflict with too many */
export function addChannel(
  ctx: Ctx,
  actor: Actor,
  { url, isInstance, ...fields }: NewDiscordChannel,
): Promise<DiscordChannel> {
  if (isInstance && !actor.isAdmin) throw new AppError('forbidden', 'This is for admins only.');
  if (!isInstance) requireNoFilters(fields);
  if (!isAtDiscord(ctx, url)) {
    const message = 'This is not an address of Discord.';
    throw new AppError('invalid_input', message, { issues: [{ path: 'url', message }] });
  }
  const { maxPrice: maxPriceCents, ...stored } = fields;
  return ctx.db.transact(async (tx) => {
    await lockMember(tx, actor.id);
    const known = await listChannels(tx, isInstance ? null : actor.id);
    const max = isInstance ? DISCORD_CHANNELS_MAX : 1;
    if (known.length >= max) {
      const text = isInstance
        ? `There can be ${max} channels. Remove one first.`
        : 'You have a channel. Remove it first.';
      throw new AppError('conflict', text);
    }
    const [row] = await insertChannel(tx, {
      ...{ ...stored, id: uuidv7(), ownerId: actor.id, isInstance, url: sealAddress(ctx, url) },
      ...{ maxPriceCents, sentAt: [], createdAt: new Date() },
    });
    return presentChannel(row as ChannelRow);
  });
}

/** @throws not_found, also for another member's channel */
async function requireChannel(conn: Conn, actor: Actor, id: string): Promise<ChannelRow> {
  const [row] = await findChannel(conn, id);
  const isTheirs = row?.isInstance ? actor.isAdmin : row?.ownerId === actor.id;
  if (!row || !isTheirs) throw notFound('Channel not found');
  return row;
}

/** The filters hold for items from then on; existing posts still follow their items. @throws as `requireChannel`; invalid_input */
export function changeChannel(
  ctx: Ctx,
  actor: Actor,
  id: string,
  change: ChangeDiscordChannel,
): Promise<DiscordChannel> {
  const { maxPrice: maxPriceCents, ...fields } = change;
  return ctx.db.transact(async (tx) => {
    const { name, isInstance } = await requireChannel(tx, actor, id);
    if (!isInstance) requireNoFilters(change);
    const [row] = await updateChannel(tx, id, { name, ...fields, maxPriceCents });
    return presentChannel(row as ChannelRow);
  });
}

/** Its posts stay where they are. @throws as `requireChannel` */
export function removeChannel(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  return ctx.db.transact(async (tx) => {
    await requireChannel(tx, actor, id);
    await deleteChannel(tx, id);
  });
}
