import { randomInt } from 'node:crypto';
import {
  PROOF_CODE_HOURS,
  PROOF_CODE_LENGTH,
  PROOF_CODE_LETTERS,
  type ProofCode,
} from '@selvedge/shared/items/proof-photos';
import { v7 as uuidv7 } from 'uuid';
import { lockMember } from '../../../members/public.ts';
import type { Actor } from '../../../platform/core/actor.ts';
import type { Ctx } from '../../../platform/core/ctx.ts';
import { lockListingFor } from '../lock-listing.ts';
import { type CodeState, deleteCode, findCode, insertCode } from './queries.ts';

const HOUR = 3_600_000;

const newCode = (): string =>
  Array.from(
    { length: PROOF_CODE_LENGTH },
    () => PROOF_CODE_LETTERS[randomInt(PROOF_CODE_LETTERS.length)],
  ).join('');

const present = ({ code, expiresAt }: CodeState): ProofCode => ({ code, expiresAt: expiresAt.toISOString() });

/**
 * Returns the current code of a listing, or issues one.
 * @param listingId null for the listing that the actor is about to post
 * @throws not_found, forbidden; conflict when the listing is sold
 */
export function issueCode(ctx: Ctx, actor: Actor, listingId: string | null): Promise<ProofCode> {
  return ctx.db.transact(async (tx) => {
    // Either lock serializes repeats, so that there is one code.
    if (listingId === null) await lockMember(tx, actor.id);
    else await lockListingFor(tx, actor, listingId, 'edit');
    const holder = { ownerId: actor.id, listingId };
    const [current] = await findCode(tx, holder);
    const now = Date.now();
    if (current && current.expiresAt.getTime() > now) return present(current);
    await deleteCode(tx, holder);
    const expiresAt = new Date(now + PROOF_CODE_HOURS * HOUR);
    const row = { ...holder, id: uuidv7(), code: newCode(), expiresAt };
    await insertCode(tx, row);
    return present(row);
  });
}
