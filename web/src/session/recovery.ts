import { createStore } from 'zustand/vanilla';

const KEY = 'selvedge-recovery';

/** Whether this tab's session began with the link of a recovery mail, and its new password is still to be set. */
export const recovery = createStore(() => ({ isPending: sessionStorage.getItem(KEY) !== null }));

export function recoveryStarted(): void {
  sessionStorage.setItem(KEY, 'true');
  recovery.setState({ isPending: true });
}

export function recoveryEnded(): void {
  sessionStorage.removeItem(KEY);
  recovery.setState({ isPending: false });
}
