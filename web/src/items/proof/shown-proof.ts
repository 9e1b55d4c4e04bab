import type { Listing } from '@selvedge/shared/items/listings';
import type { ProofPhoto } from '@selvedge/shared/items/proof-photos';
import { instance } from '../../lib/instance.ts';

/** Whether proof photos are shown and can be added. */
export function hasProofPhotos(): boolean {
  return instance.features.proofPhoto !== 'off';
}

/** The proof photo of a listing; null while they are switched off. */
export function shownProof({ proofPhoto }: Pick<Listing, 'proofPhoto'>): ProofPhoto | null {
  return hasProofPhotos() ? (proofPhoto ?? null) : null;
}
