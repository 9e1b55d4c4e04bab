import type { User } from '@selvedge/shared/users';
import { storedJson } from '../lib/stored-json.ts';

const USER = 'auth_user';
const CACHED_AT = 'auth_user_cached_at';
const LIFETIME_MS = 2 * 60_000;

/** The user, if this tab fetched it within the last two minutes. */
export function cachedUser(): User | null {
  const at = Number(sessionStorage.getItem(CACHED_AT));
  return Date.now() - at < LIFETIME_MS ? storedJson<User>(sessionStorage, USER) : null;
}

export function cacheUser(user: User): void {
  sessionStorage.setItem(USER, JSON.stringify(user));
  sessionStorage.setItem(CACHED_AT, String(Date.now()));
}

export function clearUserCache(): void {
  sessionStorage.removeItem(USER);
  sessionStorage.removeItem(CACHED_AT);
}
