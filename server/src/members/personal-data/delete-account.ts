import type { Actor } from '../../platform/core/actor.ts';
import type { DeletionProof, PersonalPart } from '../../platform/core/personal-part.ts';
import type { Database } from '../../platform/db/database.ts';
import { lockAllOf } from '../../platform/db/lock-order.ts';

export interface DeleteAccountParts {
  db: Database;
  /** In the order of erasure: rows are erased before the rows that they refer to. */
  parts: readonly PersonalPart[];
  /** @throws forbidden, reauthentication_needed when the proof is insufficient; rate_limited, unavailable. */
  confirm(actor: Actor, proof: DeletionProof): Promise<void>;
}

/**
 * Conversations stay for the other member, with a deleted user.
 * @throws forbidden, reauthentication_needed, rate_limited, unavailable
 */
export async function deleteAccount(
  { db, parts, confirm }: DeleteAccountParts,
  actor: Actor,
  proof: DeletionProof,
): Promise<void> {
  await confirm(actor, proof);
  await db.transact(async (tx) => {
    // So that no message is added, and the other participant's account is not deleted, at the same time.
    await lockAllOf(tx, actor.id);
    for (const part of parts) await part.erase(tx, actor.id);
  });
}
