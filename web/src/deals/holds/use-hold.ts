import type { HoldListing, Line } from '@selvedge/shared/deals/holds';
import type { Listing } from '@selvedge/shared/items/listings';
import { HOLD_HOURS } from '@selvedge/shared/platform/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiSend } from '../../lib/api.ts';
import { LISTING_KEY } from '../../lib/listing-keys.ts';
import { showFailure } from '../../ui/show-failure.ts';
import { toast } from '../../ui/toast.ts';

const CONFIRM_RELEASE = 'Release this item? Everyone waiting in line will be told that it is available.';

interface HoldOptions {
  /** Whether to load the line: the listing is on hold, and the viewer is signed in. */
  isOnHold: boolean;
  /** The hold has changed. The live connection announces it, too, unless it is lost. */
  onChanged: () => void;
}

/** The line of a listing on hold, and everything that its seller, its holder and others can do, one at a time. */
export function useHold(listingId: string, { isOnHold, onChanged }: HoldOptions) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const path = `/api/listings/${listingId}`;
  const key = [LISTING_KEY, listingId, 'line'];
  const { data: line } = useQuery({
    queryKey: key,
    queryFn: () => api<Line>('GET', `${path}/line`),
    enabled: isOnHold,
    staleTime: 0,
  });

  async function run(call: () => Promise<unknown>, failed: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await call();
    } catch (error) {
      showFailure(error, failed);
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: key });
      onChanged();
    }
  }
  const hold = (conversationId: string, hours: HoldListing['hours']) =>
    run(
      () => api<Listing>('POST', `${path}/hold`, { conversationId, hours }),
      'Failed to hold the item. Please try again.',
    );
  const stand = (method: 'PUT' | 'DELETE', failed: string) =>
    run(async () => queries.setQueryData(key, await api<Line>(method, `${path}/line`)), failed);
  return {
    line: isOnHold ? line : undefined,
    isBusy,
    hold: (conversationId: string, hours: HoldListing['hours']) => void hold(conversationId, hours),
    holdNext: (conversationId: string) => void hold(conversationId, HOLD_HOURS),
    release: () => {
      if (!window.confirm(CONFIRM_RELEASE)) return;
      const release = async () => {
        await apiSend('DELETE', `${path}/hold`);
        toast.success('The item is available again');
      };
      void run(release, 'Failed to release the item. Please try again.');
    },
    join: () => void stand('PUT', 'Failed to join the line. Please try again.'),
    leave: () => void stand('DELETE', 'Failed to leave the line. Please try again.'),
  };
}
export type HoldActions = Omit<ReturnType<typeof useHold>, 'line'>;
