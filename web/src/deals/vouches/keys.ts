import { profileKey } from '../../lib/own-list-keys.ts';

/** The query key of the public vouches about a member: below the profile's, which is refetched when names change. */
export const vouchesKey = (username: string) => [...profileKey(username), 'vouches'] as const;

export const vouchesPath = (username: string) => `/api/users/${encodeURIComponent(username)}/vouches`;
