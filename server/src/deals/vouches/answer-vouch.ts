import type { AnswerVouch } from '@selvedge/shared/deals/vouches';
import { findBlock, requireUnblocked } from '../../members/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError, notFound } from '../../platform/core/errors.ts';
import { lockReleased, updateVouch } from './queries.ts';

/**
 * Answers a public vouch about the actor, once.
 * @throws not_found, also while it is not public; forbidden for a vouch about someone else, or with
 * a block between the two; conflict if it has another answer
 */
export function answerVouch(
  { db }: Pick<Ctx, 'db'>,
  actor: Actor,
  id: string,
  { text }: AnswerVouch,
): Promise<void> {
  return db.transact(async (tx) => {
    const now = new Date();
    const [vouch] = await lockReleased(tx, id, now);
    if (!vouch) throw notFound('Vouch not found');
    if (vouch.subjectId !== actor.id) throw new AppError('forbidden', 'This vouch is not about you.');
    if (vouch.answer === text) return;
    if (vouch.answer !== null) throw new AppError('conflict', 'You have already answered this vouch.');
    requireUnblocked(await findBlock(tx, actor.id, vouch.writerId));
    await updateVouch(tx, id, { answer: text, answeredAt: now });
    await tx.emit('member notified', { userId: vouch.writerId, otherId: actor.id, kind: 'vouch-answered' });
  });
}
