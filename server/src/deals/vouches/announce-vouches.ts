import { findBlock, findMember, isDeleted, presentPerson } from '../../members/public.ts';
import type { PostNotice } from '../../notifications/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import { vouchReleasedMail } from '../../platform/mail/vouches.ts';
import { claimAnnouncement, findAbout, unannounced } from './queries.ts';

const BATCH = 100;

/** @returns a function that sends the push; null if there is nothing to send, such as for a vouch removed meanwhile, or after a block */
async function announce(ctx: Ctx, postNotice: PostNotice, tx: Tx, id: string, now: Date) {
  const [claimed] = await claimAnnouncement(tx, id, now);
  if (!claimed || claimed.removedAt) return null;
  const [about] = await findAbout(tx, id);
  const [row] = await findMember(tx, claimed.writerId);
  if (!about || !row || isDeleted(about.subject)) return null;
  const { id: personId, username: subject } = about.subject;
  if ((await findBlock(tx, personId, claimed.writerId)) !== null) return null;
  const { username: writer } = presentPerson(row);
  const { title } = about;
  const path = `/profile/${subject}`;
  return postNotice(tx, personId, {
    push: { path, topic: id, title: writer, body: `New vouch · ${title}` },
    mail: (to, unsubscribe) =>
      vouchReleasedMail({ to, publicUrl: ctx.config.publicUrl, writer, subject, unsubscribe }),
  });
}

/**
 * Notifies the members whose vouches have become public. Nothing is sent before, so no notification reveals that a vouch
 * was written.
 */
export async function announceVouches(ctx: Ctx, postNotice: PostNotice, now = new Date()): Promise<void> {
  const { db } = ctx;
  for (;;) {
    const found = await db.read((conn) => unannounced(conn, now, BATCH));
    for (const { id } of found) {
      const push = await db.transact((tx) => announce(ctx, postNotice, tx, id, now));
      await push?.();
    }
    if (found.length < BATCH) return;
  }
}
