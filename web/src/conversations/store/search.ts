import { graphemes } from '@selvedge/shared/format';
import { MESSAGE_SEARCH_MAX, MESSAGE_SEARCH_MIN } from '@selvedge/shared/limits';
import type { MessageHit } from '@selvedge/shared/message-search';
import type { StoreApi } from 'zustand/vanilla';
import type { Rest } from './ports.ts';
import { toProblem } from './problem.ts';
import type { MessagingState } from './state.ts';

/** How many hits a search collects before the person has to ask for more. */
const HITS_WANTED = 20;
/** Debounce of typing, in milliseconds. */
const DEBOUNCE_MS = 250;

/** Search through one's own messages. The newest term wins: answers for older terms are dropped. */
export function createSearch(store: StoreApi<MessagingState>, rest: Pick<Rest, 'searchMessages'>) {
  const { getState: get, setState: set } = store;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Repeats the call until there are enough hits: one call reads only part of a long history. */
  async function look(term: string, hits: MessageHit[], from: string | null): Promise<void> {
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
      } while (next !== null && all.length < hits.length + HITS_WANTED);
      set({ search: { term, status: 'done', hits: all, next, problem: null } });
    } catch (error) {
      if (isCurrent()) set({ search: { term, status: 'done', hits: all, next, problem: toProblem(error) } });
    }
  }

  return {
    termTyped(term: string): void {
      clearTimeout(timer);
      const length = graphemes(term.trim());
      const isTaken = length >= MESSAGE_SEARCH_MIN && length <= MESSAGE_SEARCH_MAX;
      const { hits } = get().search;
      // The earlier hits stay in view until there are newer ones.
      set({
        search: {
          term,
          status: isTaken ? 'searching' : 'idle',
          hits: isTaken ? hits : [],
          next: null,
          problem: null,
        },
      });
      if (isTaken)
        timer = setTimeout(() => get().search.term === term && void look(term, [], null), DEBOUNCE_MS);
    },

    async moreHits(): Promise<void> {
      const { term, status, hits, next } = get().search;
      if (status === 'done') await look(term, hits, next);
    },
  };
}
