import type { Tx } from '../../platform/db/database.ts';
import { lockMadeDealsBetween, lockVouchesBetween } from './queries.ts';

/**
 * Waits for what two members are writing about each other, in the transaction of a block: what is not stored by then finds
 * the block. Deal first, then vouch: the order in which they are written.
 */
export async function lockVouchingBetween(tx: Tx, one: string, other: string): Promise<void> {
  await lockMadeDealsBetween(tx, one, other);
  await lockVouchesBetween(tx, one, other);
}
