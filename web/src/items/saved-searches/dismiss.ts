import type { Dismissal } from '@selvedge/shared/items/saved-searches';
import { apiSend } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { session, userReceived } from '../../lib/session/session.ts';
import { showFailure } from '../../ui/show-failure.ts';
import { toast } from '../../ui/toast.ts';
import { dismissalsChanged } from './cache.ts';

/** One of the two is null. */
export interface Dismissed {
  listing: Pick<NonNullable<Dismissal['listing']>, 'id'> | null;
  seller: NonNullable<Dismissal['seller']> | null;
}

export const dismissalPath = ({ listing, seller }: Dismissed): string =>
  listing ? `/api/dismissals/listings/${listing.id}` : `/api/dismissals/sellers/${seller?.id ?? ''}`;

const change = async (method: 'PUT' | 'DELETE', dismissed: Dismissed): Promise<boolean> => {
  try {
    await apiSend(method, dismissalPath(dismissed));
    const { user } = session.getState();
    // From now on, what is embedded in a page may show it.
    if (user && method === 'PUT') userReceived({ ...user, hidesPeople: true });
    dismissalsChanged(queryClient);
    return true;
  } catch (error) {
    showFailure(error, 'Failed to change what you see. Please try again.');
    return false;
  }
};

/** Leaves a listing, or all of a seller, out of the member's grid and alerts; the toast takes it back. */
export async function dismiss(dismissed: Dismissed): Promise<void> {
  if (!(await change('PUT', dismissed))) return;
  toast.success(
    dismissed.listing ? 'You won’t see this item again' : 'You won’t see items of this seller again',
    {
      label: 'Undo',
      onClick: () => void change('DELETE', dismissed),
    },
  );
}
