import { createStore } from 'zustand/vanilla';
import { tabStorage } from '../browser-storage.ts';

const KEY = 'selvedge-recovery';

/** Whether this tab's session started from a recovery mail and still needs a new password. */
export const recovery = createStore(() => ({ isPending: tabStorage.getItem(KEY) !== null }));

export function recoveryStarted(): void {
  tabStorage.setItem(KEY, 'true');
  recovery.setState({ isPending: true });
}

export function recoveryEnded(): void {
  tabStorage.removeItem(KEY);
  recovery.setState({ isPending: false });
}
