import { decodeBase32IgnorePadding } from '@oslojs/encoding';
import { unseal } from '../../platform/core/seal.ts';
import type { DeriveKey } from '../../platform/core/secret.ts';

export const factorKey = (deriveKey: DeriveKey): Uint8Array => deriveKey('factors');

export const openSecret = (deriveKey: DeriveKey, sealed: string): Uint8Array =>
  decodeBase32IgnorePadding(unseal(sealed, factorKey(deriveKey)));
