import * as z from 'zod';
import { isStorable } from '../accounts/user-metadata.ts';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import type { Caller } from '../request.ts';
import { type PasskeyRow, updatePasskey } from './queries.ts';

/** The contract's limit. */
const NAME_MAX = 120;

export function noPasskey() {
  return new AuthError(
    404,
    'webauthn_credential_not_found',
    'Passkey not found. It may have been removed already.',
  );
}

/** The id in a path. @throws webauthn_credential_not_found for a malformed one */
export function passkeyId(text: string | undefined): string {
  const id = z.uuid().safeParse(text).data;
  if (!id) throw noPasskey();
  return id;
}

/** Renames one of the caller's passkeys. @throws AuthError validation_failed, webauthn_credential_not_found */
export async function renamePasskey(
  { db }: Provider,
  { userId }: Caller,
  { id, name: given }: { id: string; name: string },
): Promise<PasskeyRow> {
  const name = given.trim();
  if (name === '' || name.length > NAME_MAX) {
    throw new AuthError(400, 'validation_failed', `Give it a name of up to ${NAME_MAX} characters.`);
  }
  if (!isStorable(name)) throw new AuthError(400, 'validation_failed', 'friendly_name cannot be stored');
  const [renamed] = await db.transact((tx) => updatePasskey(tx, { userId, id }, { name }));
  if (!renamed) throw noPasskey();
  return renamed;
}
