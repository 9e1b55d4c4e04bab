import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../platform/db/database.ts';
import { insertAudit } from './queries.ts';

type AuditAction =
  | 'signed_up'
  | 'confirmed'
  | 'signed_in'
  | 'sign_in_failed'
  | 'signed_out'
  | 'refresh_token_reused'
  | 'recovery_asked'
  | 'recovery_used'
  | 'password_changed'
  | 'email_change_asked'
  | 'email_changed'
  | 'metadata_changed'
  | 'discord_linked'
  | 'discord_unlinked'
  | 'oidc_linked'
  | 'oidc_unlinked'
  | 'proof_given'
  | 'proof_refused'
  | 'factor_added'
  | 'factor_removed'
  | 'factor_removed_by_recovery'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_refused'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'code_entered'
  | 'code_refused'
  | 'api_key_made'
  | 'api_key_revoked'
  | 'suspended'
  | 'restored'
  | 'admin_granted'
  | 'admin_revoked'
  | 'deleted';

interface AuditEntry {
  action: AuditAction;
  /** Null when there is no account, as in a sign-in with an unknown e-mail. */
  userId: string | null;
  /** The network address of the request; null for operator commands, and where it must not be stored. */
  address: string | null;
}

/** Records an action in the transaction that performs it. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  await insertAudit(tx, { id: uuidv7(), at: new Date(), ...entry });
}
