import type { User } from '@selvedge/shared/members/users';
import { storedJson, tabStorage } from '../browser-storage.ts';

const USER = 'auth_user';
const CACHED_AT = 'auth_user_cached_at';
const LIFETIME_MS = 2 * 60_000;

/** The user, if this tab fetched it within the last two minutes. */
export function cachedUser(): User | null {
  const at = Number(tabStorage.getItem(CACHED_AT));
  return Date.now() - at < LIFETIME_MS ? storedJson<User>(tabStorage, USER) : null;
}

export function cacheUser(user: User): void {
  tabStorage.setItem(USER, JSON.stringify(user));
  tabStorage.setItem(CACHED_AT, String(Date.now()));
}

export function clearUserCache(): void {
  tabStorage.removeItem(USER);
  tabStorage.removeItem(CACHED_AT);
}
