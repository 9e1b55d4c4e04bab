import type { Wanted } from '@selvedge/shared/items/wanted';
import { fromCents } from '@selvedge/shared/platform/money';
import { presentMember } from '../../members/public.ts';
import { formatInstant } from '../../platform/core/format-instant.ts';
import type { WantedRow } from './queries.ts';

/** A WTB as presented to everyone. */
export function presentWanted({ wanted: w, buyer }: WantedRow): Wanted {
  return {
    id: w.id,
    buyer: presentMember(buyer),
    title: w.title,
    brand: w.brand,
    size: w.size,
    maxPrice: fromCents(w.maxPriceCents),
    description: w.description,
    createdAt: formatInstant(w.createdAt),
    bumpedAt: formatInstant(w.bumpedAt),
    isFulfilled: w.isFulfilled,
  };
}
