import { randomBytes } from 'node:crypto';
import { encodeBase32UpperCaseNoPadding } from '@oslojs/encoding';
import { renderSVG } from 'uqr';
import { v4 as uuidv4 } from 'uuid';
import { seal } from '../../platform/core/seal.ts';
import { isStorable } from '../accounts/user-metadata.ts';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { listFactors, lockAccount } from '../queries.ts';
import type { Caller } from '../request.ts';
import { deleteUnverifiedFactors, insertFactor } from './queries.ts';
import { factorKey } from './secret.ts';

const SECRET_BYTES = 20;
const NAME_MAX = 100;
const FACTORS_MAX = 10;

/** Validates the name of a new factor. @throws AuthError validation_failed */
export function factorName(given: string): string {
  const name = given.trim();
  if (name.length > NAME_MAX) throw new AuthError(400, 'validation_failed', 'friendly_name is too long');
  if (!isStorable(name)) throw new AuthError(400, 'validation_failed', 'friendly_name cannot be stored');
  return name;
}

interface Enrolled {
  id: string;
  type: 'totp';
  friendly_name: string;
  totp: { qr_code: string; secret: string; uri: string };
}

/**
 * Protects nothing until its first code is entered, and replaces an earlier unfinished set-up.
 * @throws AuthError insufficient_aal, mfa_factor_name_conflict, validation_failed,
 * too_many_enrolled_mfa_factors
 */
export async function enroll(
  { db, settings, deriveKey }: Provider,
  { userId, level, account }: Caller,
  { type, name }: { type: unknown; name: string },
): Promise<Enrolled> {
  if (type !== 'totp') {
    throw new AuthError(400, 'validation_failed', 'factor_type needs to be totp or webauthn');
  }
  const bytes = randomBytes(SECRET_BYTES);
  const secret = encodeBase32UpperCaseNoPadding(bytes);
  const id = uuidv4();
  const now = new Date();

  await db.transact(async (tx) => {
    await lockAccount(tx, userId);
    const verified = (await listFactors(tx, userId)).filter(({ onSince }) => onSince !== null);
    // The route has checked the level, but the first app may have been activated since.
    if (verified.length > 0 && level !== 'aal2') {
      throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
    }
    if (verified.length >= FACTORS_MAX) {
      throw new AuthError(422, 'too_many_enrolled_mfa_factors', 'There are already enough factors');
    }
    if (name !== '' && verified.some(({ friendlyName }) => friendlyName === name)) {
      throw new AuthError(422, 'mfa_factor_name_conflict', 'A factor with this friendly name already exists');
    }
    await deleteUnverifiedFactors(tx, userId);
    await insertFactor(tx, {
      id,
      userId,
      type: 'totp',
      friendlyName: name,
      sealedSecret: seal(secret, factorKey(deriveKey)),
      onSince: null,
      lastStep: 0,
      createdAt: now,
      updatedAt: now,
    });
  });

  // Apps split the label at its colon.
  const issuer = settings.current().name.replaceAll(':', '');
  const label = encodeURIComponent(`${issuer}:${account.email}`);
  const uri = `otpauth://totp/${label}?${new URLSearchParams({
    secret,
    issuer,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })}`;
  return {
    id,
    type: 'totp',
    friendly_name: name,
    totp: { qr_code: renderSVG(uri, { border: 4 }), secret, uri },
  };
}
