/** The first part of all query keys of profiles. */
export const PROFILE = 'profile';

/** The query key of a person's profile, and the prefix of all that belongs to it. */
export const profileKey = (username: string) => [PROFILE, username.toLowerCase()] as const;

/** Paths of the lists on a profile, which are also parts of their query keys. */
export const ACTIVE_LISTINGS = 'listings?sold=false';
export const SOLD_LISTINGS = 'listings?sold=true';
export const WANTED_LISTINGS = 'wtb-listings';
export const profilePath = (username: string, list: string) =>
  `/api/users/${encodeURIComponent(username)}/${list}`;
