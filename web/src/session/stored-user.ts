import type { User } from '@selvedge/shared/users';
import { storedJson } from '../lib/stored-json.ts';

const KEY = 'selvedge-user';

/**
 * The person who was signed in when the server was last reached, kept while the session lasts, for use without the
 * server.
 */
export const storedUser = (): User | null => storedJson<User>(localStorage, KEY);
export const storeUser = (user: User): void => localStorage.setItem(KEY, JSON.stringify(user));
export const removeStoredUser = (): void => localStorage.removeItem(KEY);
