/**
 * Orders responses with events. A response may be older than a change that arrives while it is awaited, so the change is
 * applied to the response, too. A change that is still on its way when the response arrives is applied then.
 */
export function createReconciler() {
  /** The changes since each request in flight began. */
  const inFlight = new Set<(() => void)[]>();
  return {
    /** Wraps a handler of an event that changes loaded conversations. */
    applying:
      <A extends unknown[]>(apply: (...args: A) => void) =>
      (...args: A): void => {
        for (const changes of inFlight) changes.push(() => apply(...args));
        apply(...args);
      },

    /** Awaits a request for conversations that was just sent. @param merge stores the response */
    async mergeResponse<T>(request: Promise<T>, merge: (response: T) => void): Promise<T> {
      const changes: (() => void)[] = [];
      inFlight.add(changes);
      try {
        const response = await request;
        merge(response);
        for (const apply of changes) apply();
        return response;
      } finally {
        inFlight.delete(changes);
      }
    },
  };
}
export type Reconciler = ReturnType<typeof createReconciler>;
