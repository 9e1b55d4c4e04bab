import type { User } from '@selvedge/shared/users';
import { storedJson } from '../lib/stored-json.ts';

const KEY = 'selvedge-user';

/**
 * The user at the last contact with the server, stored as long as the session lasts, for use while offline.
 */
export const storedUser = (): User | null => storedJson<User>(localStorage, KEY);
export const storeUser = (user: User): void => localStorage.setItem(KEY, JSON.stringify(user));
export const removeStoredUser = (): void => localStorage.removeItem(KEY);
