/** The first segment of all profile query keys. */
export const PROFILE = 'profile';

/** The query key of a member's profile, and the prefix of everything under it. */
export function profileKey(username: string) {
  return [PROFILE, username.toLowerCase()] as const;
}

/** Paths of the lists on a profile, also used in their query keys. */
export const ACTIVE_LISTINGS = 'listings?sold=false';
export const SOLD_LISTINGS = 'listings?sold=true';
export const WANTED_LISTINGS = 'wtb-listings';
export function profilePath(username: string, list: string) {
  return `/api/users/${encodeURIComponent(username)}/${list}`;
}
