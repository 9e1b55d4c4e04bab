import type { Match } from '@selvedge/shared/items/matches';
import { SEEN_DELAY_MS } from '@selvedge/shared/platform/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiSend } from '../../lib/api.ts';
import { unseenKey } from './keys.ts';

/**
 * Marks matches as seen that stay on a visible page for a moment. They look new until the list is refetched.
 */
export function useSeen(personId: string, matches: Match[] | undefined): void {
  const queries = useQueryClient();
  const unseen = (matches ?? []).filter(({ isSeen }) => !isSeen).map(({ id }) => id);
  // As text, because the array is new on each render.
  const ids = unseen.join(' ');
  useEffect(() => {
    if (ids === '') return;
    let timer: ReturnType<typeof setTimeout>;
    const see = async () => {
      await apiSend('POST', '/api/matches/seen', { ids: ids.split(' ') });
      await queries.invalidateQueries({ queryKey: unseenKey(personId) });
    };
    const start = () => {
      clearTimeout(timer);
      // Matches that cannot be marked now are marked the next time they are shown.
      if (document.visibilityState === 'visible')
        timer = setTimeout(() => void see().catch(() => undefined), SEEN_DELAY_MS);
    };
    start();
    document.addEventListener('visibilitychange', start);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', start);
    };
  }, [ids, personId, queries]);
}
