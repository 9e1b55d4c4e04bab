import { createStore } from 'zustand/vanilla';

const KEY = 'selvedge-recovery';

/** Whether this tab's session started from a recovery mail and still needs a new password. */
export const recovery = createStore(() => ({ isPending: sessionStorage.getItem(KEY) !== null }));

export function recoveryStarted(): void {
  sessionStorage.setItem(KEY, 'true');
  recovery.setState({ isPending: true });
}

export function recoveryEnded(): void {
  sessionStorage.removeItem(KEY);
  recovery.setState({ isPending: false });
}
