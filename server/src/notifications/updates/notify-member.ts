import { v7 as uuidv7 } from 'uuid';
import { findMember, isDeleted } from '../../members/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { NewNotice } from '../../platform/core/notice.ts';
import type { Tx } from '../../platform/db/database.ts';
import { kindsOn } from '../settings.ts';
import { presentNotice } from './present.ts';
import { insertNotice, shownNotice } from './queries.ts';
import { timesOf } from './times.ts';

async function publishNotice(ctx: Ctx, id: string): Promise<void> {
  const [row] = await ctx.db.read(async (conn) => shownNotice(conn, kindsOn(ctx), id));
  if (row) ctx.publish.toPerson(row.notice.userId, 'notice:new', presentNotice(ctx, row).notice);
}

/**
 * Stores a notice in the transaction of what it is about, to be shown, pushed and mailed after the commit.
 * @param onStored called after the commit
 */
export async function notifyMember(
  ctx: Ctx,
  tx: Tx,
  { data = {}, ...notice }: NewNotice,
  onStored: () => unknown,
): Promise<void> {
  const kind = ctx.notices.get(notice.kind);
  if (!kind) throw new Error(`No feature declares notices of the kind ${notice.kind}.`);
  const [member] = await findMember(tx, notice.userId);
  if (!member || isDeleted(member)) return;
  const id = uuidv7();
  const createdAt = new Date();
  const mailAt = kind.mail === 'always' ? null : new Date(createdAt.getTime() + timesOf(ctx).away);
  await insertNotice(tx, { ...notice, id, data, createdAt, pushAt: createdAt, mailAt });
  tx.afterCommit(async () => {
    await publishNotice(ctx, id);
    onStored();
  });
}
