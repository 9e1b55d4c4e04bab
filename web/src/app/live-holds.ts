import { LISTING_KEY } from '../lib/listing-keys.ts';
import { queryClient } from '../lib/query-client.ts';
import { refetch } from '../lib/restart-requests.ts';
import { toast } from '../ui/toast.ts';
import type { MemberSource } from './live-source.ts';

/** Keeps the lines of listings up to date, and notifies a member who stood in one that the listing has freed up. */
export function startLiveHolds({ on }: MemberSource): void {
  const refetchLine = (id: string) => refetch(queryClient, [LISTING_KEY, id, 'line']);
  on('listing:changed', ({ listing }) => refetchLine(listing.id));
  on('line:changed', ({ listingId }) => refetchLine(listingId));
  on('listing:freed', ({ listing: { id, title } }) => {
    refetchLine(id);
    // In a new tab, as from the grid.
    const onClick = () => void window.open(`/listing/${id}`, '_blank', 'noopener');
    toast.success(`${title} is available again`, { label: 'View', onClick });
  });
}
