import type { User } from '@selvedge/shared/members/users';
import { browserStorage, storedJson } from '../browser-storage.ts';

const KEY = 'selvedge-user';

/**
 * The user at the last contact with the server, stored as long as the session lasts, for use while offline.
 */
export function storedUser(): User | null {
  return storedJson<User>(browserStorage, KEY);
}
export function storeUser(user: User): void {
  browserStorage.setItem(KEY, JSON.stringify(user));
}
export function removeStoredUser(): void {
  browserStorage.removeItem(KEY);
}
