import type { Listing } from '@selvedge/shared/items/listings';
import type { Wanted } from '@selvedge/shared/items/wanted';
import type { Person } from '@selvedge/shared/members/users';
import { useQuery } from '@tanstack/react-query';
import { api, isNotFound } from '../../lib/api.ts';
import type { NewTarget } from '../../lib/new-target.ts';
import { CONVERSATION_TARGET } from '../keys.ts';
import { type ConversationItem, itemOf } from './item-of.ts';
import { EmptyThread, type PaneProps, ThreadFrame } from './thread-frame.tsx';

async function loadTarget({
  listingId,
  wtbListingId,
}: NewTarget): Promise<{ person: Person; item: ConversationItem | null }> {
  if (listingId) {
    const listing = await api<Listing>('GET', `/api/listings/${listingId}`);
    return {
      person: listing.seller,
      item: itemOf({ listing: { ...listing, isRemoved: false }, wtbListing: null }),
    };
  }
  const wanted = await api<Wanted>('GET', `/api/wtb-listings/${wtbListingId}`);
  return {
    person: wanted.buyer,
    item: itemOf({ listing: null, wtbListing: { ...wanted, isRemoved: false } }),
  };
}

/** The pane before the first message: there is no conversation yet, only the item and its owner. */
export function NewPane({ target, ...pane }: PaneProps & { target: NewTarget }) {
  const { data, error } = useQuery({
    queryKey: [CONVERSATION_TARGET, target.listingId, target.wtbListingId],
    queryFn: () => loadTarget(target),
  });
  const item = data?.item ?? null;
  // The item was found before, so it has been removed since then.
  const shown: ConversationItem | null = item && isNotFound(error) ? { ...item, state: 'Removed' } : item;
  return (
    <ThreadFrame {...pane} selection={{ kind: 'new', target }} other={data?.person} item={shown}>
      <EmptyThread />
    </ThreadFrame>
  );
}
