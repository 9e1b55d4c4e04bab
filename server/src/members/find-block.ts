import type { Block } from '@selvedge/shared/conversations';
import { AppError, notFound } from '../core/errors.ts';
import type { Conn } from '../db/database.ts';
import { blocksBetween, type Viewer } from './block-queries.ts';

const TEXTS = {
  mine: 'You blocked this person. Unblock them to message them.',
  theirs: "You can't message this person.",
};

/** Whose block stands between two people, as one of them sees it: their own one if both have blocked. */
export const blockOf = (isMine: boolean, isTheirs: boolean): Block =>
  isMine ? 'mine' : isTheirs ? 'theirs' : null;

/** Whether a block stands between two people, as the first of them sees it. */
export async function findBlock(conn: Conn, viewerId: string, otherId: string): Promise<Block> {
  const between = await blocksBetween(conn, { one: viewerId, other: otherId });
  return blockOf(
    between.some(({ blockerId }) => blockerId === viewerId),
    between.some(({ blockerId }) => blockerId === otherId),
  );
}

/** Whether a person's items are hidden from a viewer. Nothing is hidden from admins. */
export const isHidden = async (conn: Conn, viewer: Viewer, personId: string): Promise<boolean> =>
  viewer !== null && !viewer.isAdmin && (await findBlock(conn, viewer.id, personId)) !== null;

/**
 * As `isHidden`, for the items on a person's profile: whoever blocked that person still sees the profile, without
 * items.
 * @throws not_found for a viewer whom that person has blocked.
 */
export async function isHiddenOnProfile(conn: Conn, viewer: Viewer, personId: string): Promise<boolean> {
  const block = viewer && (await findBlock(conn, viewer.id, personId));
  if (block === 'theirs' && !viewer?.isAdmin) throw notFound('User not found');
  return block === 'mine';
}

/** The refusal for writing to somebody across a block; null without a block. */
export const blockRefusal = (block: Block): AppError | null =>
  block && new AppError('forbidden', TEXTS[block]);

/** @throws forbidden when a block stands between the writer and the receiver. */
export function requireUnblocked(block: Block): void {
  const refusal = blockRefusal(block);
  if (refusal) throw refusal;
}
