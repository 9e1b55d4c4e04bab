/** The first segment of all query keys of matches, followed by the member's id. */
export const MATCHES = 'matches';

export function allMatchesKey(personId: string) {
  return [MATCHES, personId, 'all'] as const;
}
export function matchesOfKey(personId: string, wantedId: string) {
  return [MATCHES, personId, wantedId] as const;
}
export function unseenKey(personId: string) {
  return [MATCHES, personId, 'unseen'] as const;
}

const PAGE_SIZE = 6;
export const ALL_MATCHES = `/api/matches?limit=${PAGE_SIZE}`;
export const UNSEEN_MATCHES = '/api/matches?unseen=true&limit=1';
export function matchesOfPath(wantedId: string) {
  return `/api/wtb-listings/${encodeURIComponent(wantedId)}/matches?limit=${PAGE_SIZE}`;
}
