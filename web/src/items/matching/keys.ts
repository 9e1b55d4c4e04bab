/** The first segment of all query keys of matches, followed by the member's id. */
export const MATCHES = 'matches';

export const allMatchesKey = (personId: string) => [MATCHES, personId, 'all'] as const;
export const matchesOfKey = (personId: string, wantedId: string) => [MATCHES, personId, wantedId] as const;
export const unseenKey = (personId: string) => [MATCHES, personId, 'unseen'] as const;

const PAGE_SIZE = 6;
export const ALL_MATCHES = `/api/matches?limit=${PAGE_SIZE}`;
export const UNSEEN_MATCHES = '/api/matches?unseen=true&limit=1';
export const matchesOfPath = (wantedId: string) =>
  `/api/wtb-listings/${encodeURIComponent(wantedId)}/matches?limit=${PAGE_SIZE}`;
