import type { Match } from '@selvedge/shared/items/matches';
import { presentListing } from '../listings/present.ts';
import { presentWanted } from '../wanted/present.ts';
import type { MatchRow } from './queries.ts';

/** A match as the WTB's owner sees it. */
export function presentMatch({ match, listing, seller, wanted, buyer }: MatchRow): Match {
  return {
    id: match.id,
    listing: presentListing({ listing, seller }),
    wtb: presentWanted({ wanted, buyer }),
    createdAt: match.createdAt.toISOString(),
    isSeen: match.seenAt !== null,
  };
}
