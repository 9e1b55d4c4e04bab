import type { Block } from '@selvedge/shared/conversations/conversations';
import { AppError, notFound } from '../platform/core/errors.ts';
import type { Conn } from '../platform/db/database.ts';
import { blocksBetween, type Viewer } from './block-queries.ts';

const TEXTS = {
  mine: 'You blocked this person. Unblock them to message them.',
  theirs: "You can't message this person.",
};

/** The block between two members as one of them sees it; their own if both have blocked. */
export function blockOf(isMine: boolean, isTheirs: boolean): Block {
  return isMine ? 'mine' : isTheirs ? 'theirs' : null;
}

export async function findBlock(conn: Conn, viewerId: string, otherId: string): Promise<Block> {
  const between = await blocksBetween(conn, { one: viewerId, other: otherId });
  return blockOf(
    between.some(({ blockerId }) => blockerId === viewerId),
    between.some(({ blockerId }) => blockerId === otherId),
  );
}

/** Nothing is hidden from admins. */
export async function isHidden(conn: Conn, viewer: Viewer, memberId: string): Promise<boolean> {
  return viewer !== null && !viewer.isAdmin && (await findBlock(conn, viewer.id, memberId)) !== null;
}

/**
 * Like `isHidden`, for the items on a profile: a viewer who blocked the member still sees the profile, without items.
 * @throws not_found if the member has blocked the viewer.
 */
export async function isHiddenOnProfile(conn: Conn, viewer: Viewer, memberId: string): Promise<boolean> {
  const block = viewer && (await findBlock(conn, viewer.id, memberId));
  if (block === 'theirs' && !viewer?.isAdmin) throw notFound('User not found');
  return block === 'mine';
}

export function blockRefusal(block: Block): AppError | null {
  return block && new AppError('forbidden', TEXTS[block]);
}

/** @throws forbidden if there is a block */
export function requireUnblocked(block: Block): void {
  const refusal = blockRefusal(block);
  if (refusal) throw refusal;
}
