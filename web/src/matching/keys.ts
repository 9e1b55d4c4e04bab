/** The first part of all query keys of matches; the person's id follows. */
export const MATCHES = 'matches';

export const allMatchesKey = (personId: string) => [MATCHES, personId, 'all'] as const;
export const matchesOfKey = (personId: string, wantedId: string) => [MATCHES, personId, wantedId] as const;
export const unseenKey = (personId: string) => [MATCHES, personId, 'unseen'] as const;

const SHOWN_AT_FIRST = 6;
export const ALL_MATCHES = `/api/matches?limit=${SHOWN_AT_FIRST}`;
export const UNSEEN_MATCHES = '/api/matches?unseen=true&limit=1';
export const matchesOfPath = (wantedId: string) =>
  `/api/wtb-listings/${encodeURIComponent(wantedId)}/matches?limit=${SHOWN_AT_FIRST}`;
