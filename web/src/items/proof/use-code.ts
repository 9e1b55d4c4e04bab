import type { ProofCode } from '@selvedge/shared/items/proof-photos';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../lib/api.ts';
import { useNow } from '../../lib/use-now.ts';
import { timeLeft } from './time-left.ts';

const pathOf = (listingId: string | null) =>
  listingId === null ? '/api/proof-code' : `/api/listings/${listingId}/proof-code`;

/** The current code for a proof photo. @param listingId null for the listing that the member is about to post */
export function useCode(listingId: string | null) {
  return useQuery({
    queryKey: ['proof-code', listingId],
    queryFn: () => api<ProofCode>('POST', pathOf(listingId)),
    // The server decides which code is the current one.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Counts down to an instant. @param onOver called once it has passed */
export function useTimeLeft(until: string, onOver: () => void): string | null {
  const left = timeLeft(until, useNow());
  const isOver = left === null;
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);
  return left;
}
