/** Discord's limits of one webhook, with some room for requests that overtake each other. */
const LIMITS = [
  { count: 5, ms: 2_200 },
  { count: 30, ms: 62_000 },
];
const REMEMBERED = 30;

/** The earliest moment at which another request may be sent after those. */
export function freeAt(sentAt: readonly number[], now: number): number {
  const waits = LIMITS.map(({ count, ms }) => (sentAt.at(-count) ?? -Infinity) + ms);
  return Math.max(now, ...waits);
}

export function withRequest(sentAt: readonly number[], now: number): number[] {
  return [...sentAt, now].slice(-REMEMBERED);
}
