import { decodeBase32IgnorePadding } from '@oslojs/encoding';
import { unseal } from '../../platform/core/seal.ts';
import type { DeriveKey } from '../../platform/core/secret.ts';

export function factorKey(deriveKey: DeriveKey): Uint8Array {
  return deriveKey('factors');
}

export function openSecret(deriveKey: DeriveKey, sealed: string): Uint8Array {
  return decodeBase32IgnorePadding(unseal(sealed, factorKey(deriveKey)));
}
