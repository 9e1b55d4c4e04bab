const LOCK = 'selvedge-leader';

/**
 * Makes one tab of this browser the one that speaks for all; when it is closed, another is.
 * @param lead runs once this tab is it.
 */
export function followLeader(locks: Pick<LockManager, 'request'>, lead: () => void): void {
  const forever = new Promise<void>(() => undefined);
  // Given up with the tab itself, and refused only to pages that are going away.
  void locks
    .request(LOCK, () => {
      lead();
      return forever;
    })
    .catch(() => undefined);
}
