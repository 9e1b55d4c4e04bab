const LOCK = 'selvedge-leader';

/**
 * Elects one tab of this browser as the leader; when it closes, another tab takes over.
 * @param lead runs once this tab is the leader
 */
export function followLeader(locks: Pick<LockManager, 'request'>, lead: () => void): void {
  const forever = new Promise<void>(() => undefined);
  // The tab holds the lock until it closes; the request rejects only in pages that are being unloaded.
  void locks
    .request(LOCK, () => {
      lead();
      return forever;
    })
    .catch(() => undefined);
}
