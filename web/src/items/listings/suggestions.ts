import type { Suggestions } from '@selvedge/shared/items/suggestions';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useDebounced } from '../../lib/use-debounced.ts';

/** How long the text must stay the same, in milliseconds. */
const DEBOUNCE_MS = 150;

const queryOf = (text: string) => ({
  queryKey: ['suggestions', text],
  queryFn: () => api<Suggestions>('GET', `/api/suggestions?${new URLSearchParams({ q: text })}`),
});

/** The suggestions for a text that is being typed; undefined while there are none yet. */
export function useTypedSuggestions(text: string, isEnabled: boolean): Suggestions | undefined {
  const typed = text.trim();
  const debounced = useDebounced(typed, DEBOUNCE_MS);
  const { data } = useQuery({ ...queryOf(debounced), enabled: isEnabled && debounced !== '' });
  return isEnabled && debounced === typed ? data : undefined;
}

/** What a whole text may mean. */
export function useSuggestions(text: string) {
  return useQuery({ ...queryOf(text), enabled: text !== '' });
}
