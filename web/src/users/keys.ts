/** The first part of the keys of all profiles. */
export const PROFILE = 'profile';

/** What belongs to the profile of this person, for when something of theirs changes. */
export const profileKey = (username: string) => [PROFILE, username.toLowerCase()] as const;

/** Addresses of lists on a profile, which also are their keys under it. */
export const ACTIVE_LISTINGS = 'listings?sold=false';
export const SOLD_LISTINGS = 'listings?sold=true';
export const WANTED_LISTINGS = 'wtb-listings';
export const profilePath = (username: string, list: string) =>
  `/api/users/${encodeURIComponent(username)}/${list}`;
