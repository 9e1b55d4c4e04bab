import type { Rest } from './ports.ts';

/**
 * Binds the calls to the person who is signed in when they are made. If that person has left when the answer comes, the
 * call rejects: the next person in this tab must not see it.
 */
export function answersToPresent(rest: Rest, personId: () => string | null): Rest {
  const guarded =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const asker = personId();
      const answer = await call(...args);
      if (personId() !== asker) throw new Error('whoever asked has left');
      return answer;
    };
  return {
    listConversations: guarded(rest.listConversations),
    arrange: guarded(rest.arrange),
    searchMessages: guarded(rest.searchMessages),
    findAbout: guarded(rest.findAbout),
    openConversation: guarded(rest.openConversation),
    listMessages: guarded(rest.listMessages),
  };
}
