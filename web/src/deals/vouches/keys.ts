import { profileKey } from '../../lib/own-list-keys.ts';

/** The query key of the public vouches about a member: below the profile's, which is refetched when names change. */
export function vouchesKey(username: string) {
  return [...profileKey(username), 'vouches'] as const;
}

export function vouchesPath(username: string) {
  return `/api/users/${encodeURIComponent(username)}/vouches`;
}
