const LOCK = 'selvedge-leader';

/**
 * Elects one tab of this browser as the leader; when it is closed, another tab becomes it.
 * @param lead runs once this tab is the leader
 */
export function followLeader(locks: Pick<LockManager, 'request'>, lead: () => void): void {
  const forever = new Promise<void>(() => undefined);
  // The lock is held until the tab closes; the request rejects only in pages that are being unloaded.
  void locks
    .request(LOCK, () => {
      lead();
      return forever;
    })
    .catch(() => undefined);
}
