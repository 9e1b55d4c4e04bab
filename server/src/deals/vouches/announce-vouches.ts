import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import { claimAnnouncement, unannounced } from './queries.ts';

const BATCH = 100;

async function announce(tx: Tx, id: string, now: Date): Promise<void> {
  const [claimed] = await claimAnnouncement(tx, id, now);
  if (!claimed || claimed.removedAt) return;
  const { writerId: otherId, subjectId: userId } = claimed;
  await tx.emit('member notified', { userId, otherId, kind: 'vouch' });
}

/**
 * Notifies the members whose vouches have become public. Nothing is sent before, so no notification reveals that a vouch
 * was written.
 */
export async function announceVouches({ db }: Ctx, now = new Date()): Promise<void> {
  for (;;) {
    const found = await db.read((conn) => unannounced(conn, now, BATCH));
    for (const { id } of found) await db.transact((tx) => announce(tx, id, now));
    if (found.length < BATCH) return;
  }
}
