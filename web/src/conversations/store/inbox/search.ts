import type { MessageHit } from '@selvedge/shared/conversations/message-search';
import { graphemes } from '@selvedge/shared/platform/format';
import { MESSAGE_SEARCH_MAX, MESSAGE_SEARCH_MIN } from '@selvedge/shared/platform/limits';
import type { StoreApi } from 'zustand/vanilla';
import type { Rest } from '../session/ports.ts';
import { toProblem } from '../session/problem.ts';
import type { MessagingState } from '../state.ts';

/** How many hits a search collects before it stops and offers more. */
const HITS_PER_SEARCH = 20;
/** Debounce of typing, in milliseconds. */
const DEBOUNCE_MS = 250;

/** Searches the member's messages. The newest term wins: responses for older terms are ignored. */
export function createSearch(store: StoreApi<MessagingState>, rest: Pick<Rest, 'searchMessages'>) {
  const { getState: get, setState: set } = store;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Repeats the request until there are enough hits: each one searches only part of a long history. */
  async function collect(term: string, hits: MessageHit[], from: string | null): Promise<void> {
    const isCurrent = () => get().search.term === term;
    set({ search: { term, status: 'searching', hits, next: null, problem: null } });
    let all = hits;
    let next = from;
    try {
      do {
        const page = await rest.searchMessages(term.trim(), next);
        if (!isCurrent()) return;
        all = [...all, ...page.hits];
        next = page.next;
        set({ search: { term, status: 'searching', hits: all, next: null, problem: null } });
      } while (next !== null && all.length < hits.length + HITS_PER_SEARCH);
      set({ search: { term, status: 'done', hits: all, next, problem: null } });
    } catch (error) {
      if (isCurrent()) set({ search: { term, status: 'done', hits: all, next, problem: toProblem(error) } });
    }
  }

  return {
    changeSearchTerm(term: string): void {
      clearTimeout(timer);
      const length = graphemes(term.trim());
      const isSearchable = length >= MESSAGE_SEARCH_MIN && length <= MESSAGE_SEARCH_MAX;
      const { hits } = get().search;
      // The earlier hits stay on screen until newer ones arrive.
      set({
        search: {
          term,
          status: isSearchable ? 'searching' : 'idle',
          hits: isSearchable ? hits : [],
          next: null,
          problem: null,
        },
      });
      if (isSearchable)
        timer = setTimeout(() => get().search.term === term && void collect(term, [], null), DEBOUNCE_MS);
    },

    async loadMoreHits(): Promise<void> {
      const { term, status, hits, next } = get().search;
      if (status === 'done') await collect(term, hits, next);
    },
  };
}
