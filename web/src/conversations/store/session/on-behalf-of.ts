import type { Rest } from './ports.ts';

/**
 * Binds REST calls to the member who makes them. If that member has left when the response arrives, the call
 * rejects: the next member in this tab must not see it.
 */
export function onBehalfOf(rest: Rest, personId: () => string | null): Rest {
  const guarded =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const caller = personId();
      const result = await call(...args);
      if (personId() !== caller) throw new Error('the member left before the response arrived');
      return result;
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
