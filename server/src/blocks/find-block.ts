import type { Block } from '@selvedge/shared/conversations';
import type { Conn } from '../db/database.ts';
import { AppError, notFound } from '../errors.ts';
import { blocksBetween, type Viewer } from './queries.ts';

const TEXTS = {
  mine: 'You blocked this person. Unblock them to write to them.',
  theirs: 'You cannot write to this person.',
};

/** Whose block it is, as one of the two sees it: where both have blocked, their own. */
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

/** Whether a person's things are hidden from who looks. Nothing is from admins. */
export const isHidden = async (conn: Conn, viewer: Viewer, personId: string): Promise<boolean> =>
  viewer !== null && !viewer.isAdmin && (await findBlock(conn, viewer.id, personId)) !== null;

/**
 * The same of what stands on a profile, which is there for whoever blocked its person themselves.
 * @throws not_found for who was blocked.
 */
export async function isHiddenOnProfile(conn: Conn, viewer: Viewer, personId: string): Promise<boolean> {
  const block = viewer && (await findBlock(conn, viewer.id, personId));
  if (block === 'theirs' && !viewer?.isAdmin) throw notFound('User not found');
  return block === 'mine';
}

/** What to tell who writes to somebody from whom a block keeps them. */
export const blockRefusal = (block: Block): AppError | null =>
  block && new AppError('forbidden', TEXTS[block]);

/** @throws forbidden when a block stands between somebody and whom they write to. */
export function requireUnblocked(block: Block): void {
  const refusal = blockRefusal(block);
  if (refusal) throw refusal;
}
