import type { SavedListing } from '@selvedge/shared/items/saved';
import { fromCents } from '@selvedge/shared/platform/money';
import { formatInstant } from '../../platform/core/format-instant.ts';
import { presentListing } from '../listings/present.ts';
import type { SavedRow } from './queries.ts';

export function presentSaved({ saved, ...row }: SavedRow): SavedListing {
  const listing = presentListing(row);
  const isRemoved = row.listing.removedAt !== null;
  return {
    ...listing,
    ...(isRemoved && { isRemoved, description: null, images: [], placeholders: [] }),
    savedAt: formatInstant(saved.savedAt),
    isSaved: true,
    savedPrice: fromCents(saved.savedPriceCents),
    targetPrice: saved.targetPriceCents === null ? null : fromCents(saved.targetPriceCents),
  };
}
