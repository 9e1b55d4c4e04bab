import type { Listing } from '@selvedge/shared/items/listings';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiSend, isNotFound } from '../../lib/api.ts';
import { LISTING_KEY } from '../../lib/listing-keys.ts';
import { showFailure } from '../../ui/show-failure.ts';
import { toast } from '../../ui/toast.ts';
import { listingReceived, listingRemoved } from './cache.ts';

interface Texts {
  done: string;
  failed: string;
  /** The success toast offers it. */
  undo?: () => Promise<boolean>;
}

const SOLD = { done: 'Listing marked as sold successfully', failed: 'Failed to mark listing as sold' };
export const ITEM_SOLD = { done: 'Item marked as sold successfully', failed: 'Failed to mark item as sold' };
const SALE_UNDONE = { done: 'Listing is back on sale', failed: 'Failed to undo the sale' };
const BUMPED = { done: 'Listing bumped to the top successfully', failed: 'Failed to bump listing' };
const DISCOUNTED = {
  done: 'Item discounted successfully!',
  failed: 'Failed to discount item. Please try again.',
};
const PRICED = { done: 'Price updated successfully!', failed: 'Failed to update price. Please try again.' };
const REMOVED = { done: 'Listing deleted permanently', failed: 'Failed to delete listing' };

type Action = 'sell' | 'undoSale' | 'bump' | 'discount' | 'price' | 'remove' | 'removeAny';

/**
 * Owner and admin actions on a listing, one at a time. Each shows its outcome and resolves with whether it
 * succeeded.
 */
export function useListingActions({ id }: Pick<Listing, 'id'>) {
  const queries = useQueryClient();
  const [pending, setPending] = useState<Action | null>(null);
  const path = `/api/listings/${id}`;

  async function run(
    action: Action,
    { done, failed, undo }: Texts,
    call: () => Promise<void>,
  ): Promise<boolean> {
    // The buttons stay enabled during an action, because a disabled button loses the focus; ignore further
    // clicks.
    if (pending !== null) return false;
    setPending(action);
    try {
      await call();
      toast.success(done, undo && { label: 'Undo', onClick: () => void undo() });
      return true;
    } catch (error) {
      showFailure(error, failed);
      // The refusal may mean that the listing has changed since it was fetched.
      if (isNotFound(error)) listingRemoved(queries, id);
      else void queries.invalidateQueries({ queryKey: [LISTING_KEY, id] });
      return false;
    } finally {
      setPending(null);
    }
  }
  const change = (action: Action, texts: Texts, verb: string, body?: unknown, method = 'PATCH') =>
    run(action, texts, async () =>
      listingReceived(queries, await api<Listing>(method, `${path}/${verb}`, body), true),
    );
  const undoSale = () => change('undoSale', SALE_UNDONE, 'sold', undefined, 'DELETE');
  const remove = (action: Action, address: string, onRemoved: () => void) =>
    run(action, REMOVED, async () => {
      await apiSend('DELETE', address);
      onRemoved();
      listingRemoved(queries, id);
    });
  return {
    pending,
    sell: (texts: Texts = SOLD) => change('sell', { ...texts, undo: undoSale }, 'sold'),
    undoSale,
    bump: () => change('bump', BUMPED, 'bump'),
    discount: (newPrice: string) => change('discount', DISCOUNTED, 'discount', { newPrice }),
    setPrice: (price: string) => change('price', PRICED, 'price', { price }),
    /** @param onRemoved leaves the page that shows the listing */
    remove: (onRemoved: () => void) => remove('remove', path, onRemoved),
    removeAny: (onRemoved: () => void) => remove('removeAny', `/api/admin/listings/${id}`, onRemoved),
  };
}
