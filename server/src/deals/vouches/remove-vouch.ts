import { mailAddressOf } from '../../identity/public.ts';
import { findBlock, presentMember, recordAdminAction } from '../../members/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError, notFound } from '../../platform/core/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import { vouchRemovedMail } from '../../platform/mail/vouches.ts';
import { findAbout, lockReleased, updateVouch } from './queries.ts';

interface Removed {
  writerId: string;
  subject: Parameters<typeof presentMember>[0];
}

/**
 * The caller checks that the actor is an admin, logs the action, and mails the reason to the writer.
 * @throws not_found, also while the vouch is not public; forbidden if it is by or about the actor
 */
export async function removeVouch(
  tx: Tx,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<Removed> {
  const now = new Date();
  const [vouch] = await lockReleased(tx, id, now);
  const [about] = await findAbout(tx, id);
  if (!vouch || !about) throw notFound('Vouch not found');
  if (vouch.writerId === actor.id || vouch.subjectId === actor.id) {
    throw new AppError('forbidden', 'Another admin must decide this.');
  }
  await updateVouch(tx, id, { removedAt: now, removalReason: reason });
  return { writerId: vouch.writerId, subject: about.subject };
}

/** Removes a public vouch as an admin, logs it, and mails the reason to its writer. @throws as `removeVouch` */
export function removeVouchAsAdmin(
  ctx: Ctx,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  return ctx.db.transact(async (tx) => {
    const { writerId: memberId, subject } = await removeVouch(tx, actor, { id, reason });
    const to = await mailAddressOf(tx, memberId);
    if (to !== null) {
      const isBlocked = (await findBlock(tx, memberId, subject.id)) !== null;
      const name = isBlocked ? null : presentMember(subject).username;
      const { publicUrl } = ctx.config;
      await ctx.mailer.post(tx, vouchRemovedMail({ to, publicUrl, subject: name, reason }));
    }
    const action = { action: 'remove', subject: 'vouch', subjectId: id, memberId, note: reason } as const;
    await recordAdminAction(tx, { adminId: actor.id, ...action });
  });
}
