import { findBlock, presentPerson, recordAdminAction } from '../../members/public.ts';

import type { Actor } from '../../platform/core/actor.ts';
import { AppError, notFound } from '../../platform/core/errors.ts';
import type { Conn, Tx } from '../../platform/db/database.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { vouchRemovedMail } from '../../platform/mail/vouches.ts';
import { findAbout, lockReleased, updateVouch } from './queries.ts';

export interface RemovingVouches {
  mailer: Mailer;
  publicUrl: string;
  /** The address that gets a member's mail; null when it is unconfirmed, or they may not sign in. */
  mailAddressOf(conn: Conn, userId: string): Promise<string | null>;
}

interface Removed {
  writerId: string;
  subject: Parameters<typeof presentPerson>[0];
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
export async function removeVouchAsAdmin(
  { mailer, publicUrl, mailAddressOf }: RemovingVouches,
  tx: Tx,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { writerId: personId, subject } = await removeVouch(tx, actor, { id, reason });
  const to = await mailAddressOf(tx, personId);
  if (to !== null) {
    const isBlocked = (await findBlock(tx, personId, subject.id)) !== null;
    const name = isBlocked ? null : presentPerson(subject).username;
    await mailer.post(tx, vouchRemovedMail({ to, publicUrl, subject: name, reason }));
  }
  const action = { action: 'remove', subject: 'vouch', subjectId: id, personId, note: reason } as const;
  await recordAdminAction(tx, { adminId: actor.id, ...action });
}
