import type { Wanted } from '@selvedge/shared/items/wanted';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiSend } from '../../lib/api.ts';
import { showFailure } from '../../ui/show-failure.ts';
import { toast } from '../../ui/toast.ts';
import { wantedReceived, wantedRemoved } from './cache.ts';

const TEXTS = {
  bump: { done: 'Your WTB listing has been bumped!', failed: 'Failed to bump WTB listing' },
  fulfill: { done: 'WTB listing marked as found!', failed: 'Failed to mark as fulfilled' },
  remove: { done: 'Your WTB listing has been deleted.', failed: 'Failed to delete WTB listing' },
};

/**
 * The owner's actions on a WTB, one at a time. @param onRemoved the WTB was deleted, so its dialog should
 * close
 */
export function useOwnerActions({ id }: Wanted, onRemoved: () => void) {
  const queries = useQueryClient();
  const [pending, setPending] = useState<keyof typeof TEXTS | null>(null);
  const path = `/api/wtb-listings/${id}`;

  const run = async (action: keyof typeof TEXTS, call: () => Promise<void>) => {
    // The buttons stay enabled during an action, because a disabled button loses the focus; ignore further
    // clicks.
    if (pending !== null) return;
    setPending(action);
    try {
      await call();
      toast.success(TEXTS[action].done);
    } catch (error) {
      showFailure(error, TEXTS[action].failed);
    } finally {
      setPending(null);
    }
  };
  const change = (action: 'bump' | 'fulfill') =>
    run(action, async () => wantedReceived(queries, await api<Wanted>('PUT', `${path}/${action}`)));
  return {
    pending,
    bump: () => change('bump'),
    markFound: () => change('fulfill'),
    remove: () =>
      run('remove', async () => {
        await apiSend('DELETE', path);
        onRemoved();
        wantedRemoved(queries, id);
      }),
  };
}
