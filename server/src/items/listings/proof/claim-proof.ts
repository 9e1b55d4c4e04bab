import type { AddProofPhoto } from '@selvedge/shared/items/proof-photos';
import { AppError } from '../../../platform/core/errors.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { StoredProof } from '../../../platform/db/stored-photo.ts';
import { claimUploads } from '../../../platform/media/claim-uploads.ts';
import { type CodeHolder, type CodeState, findCode } from './queries.ts';

const refuse = (path: string, message: string) =>
  new AppError('invalid_input', message, { issues: [{ path, message }] });

/** @throws invalid_input when the code is not the holder's current one. */
async function requireCode(
  tx: Tx,
  holder: CodeHolder,
  code: string,
  at: Date,
  path: string,
): Promise<CodeState> {
  const [current] = await findCode(tx, holder);
  if (current?.code !== code) throw refuse(path, 'This code is for another listing, or it was replaced.');
  if (current.expiresAt <= at)
    throw refuse(path, 'This code has expired. Get a new one, and take a new photo.');
  return current;
}

/**
 * Claims the upload that shows a code as a proof photo.
 * @param prefix of the fields in the request
 * @returns the photo, and the id of the code
 * @throws invalid_input when the code is not the current one, or the upload cannot be used
 */
export async function claimProof(
  tx: Tx,
  holder: CodeHolder,
  { code, image }: AddProofPhoto,
  at: Date,
  prefix = '',
): Promise<{ proof: StoredProof; codeId: string }> {
  const { id } = await requireCode(tx, holder, code, at, `${prefix}code`);
  const [photo] = await claimUploads(tx, holder.ownerId, [image], at, `${prefix}image`);
  if (!photo) throw new Error('a claimed upload is missing');
  return { proof: { ...photo, code, takenAt: at.toISOString() }, codeId: id };
}
