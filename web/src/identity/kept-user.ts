import type { User } from '@selvedge/shared/users';
import { storedJson } from '../lib/stored-json.ts';

const KEY = 'selvedge-user';

/** Who was signed in when the server was last reached, as long as the session is: for while it cannot be. */
export const keptUser = (): User | null => storedJson<User>(localStorage, KEY);
export const keepUser = (user: User): void => localStorage.setItem(KEY, JSON.stringify(user));
export const forgetKeptUser = (): void => localStorage.removeItem(KEY);
