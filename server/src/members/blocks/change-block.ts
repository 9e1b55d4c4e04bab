import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Publish } from '../../platform/core/publish.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lockBetween } from '../../platform/db/lock-order.ts';
import { findBlock } from '../find-block.ts';
import { requireMember } from '../find-member.ts';
import { deleteBlock, insertBlock } from './queries.ts';

type Blocking = Pick<Ctx, 'db' | 'publish'>;

/** Notifies both members of the blocks between them, each from their own view. */
async function announce(tx: Tx, publish: Publish, one: string, other: string): Promise<void> {
  const block = await findBlock(tx, one, other);
  const otherBlock = await findBlock(tx, other, one);
  tx.afterCommit(() => {
    publish.toMember(one, 'block:changed', { userId: other, block });
    publish.toMember(other, 'block:changed', { userId: one, block: otherBlock });
  });
}

/**
 * Neither sees the other's items or can write to the other; earlier messages stay. Twice changes nothing.
 * @throws invalid_input for the actor themselves; not_found
 */
export async function blockMember({ db, publish }: Blocking, actor: Actor, userId: string): Promise<void> {
  if (userId === actor.id) throw new AppError('invalid_input', 'You cannot block yourself');
  await db.transact(async (tx) => {
    await requireMember(tx, userId);
    // What the two agree on at this moment is waited for, and ends as well, or finds the block.
    await lockBetween(tx, actor.id, userId);
    const row = { id: uuidv7(), blockerId: actor.id, blockedId: userId, createdAt: new Date() };
    if ((await insertBlock(tx, row)).length === 0) return;
    await tx.emit('members separated', { one: actor.id, other: userId });
    await announce(tx, publish, actor.id, userId);
  });
}

export function unblockMember({ db, publish }: Blocking, actor: Actor, userId: string): Promise<void> {
  return db.transact(async (tx) => {
    if ((await deleteBlock(tx, actor.id, userId)).length > 0) await announce(tx, publish, actor.id, userId);
  });
}
