/** The two numbers of a stream entry's id: its time in milliseconds, and its place within that millisecond. */
const partsOf = (id: string): [bigint, bigint] => {
  const [time = '0', place = '0'] = id.split('-');
  return [BigInt(time), BigInt(place)];
};

function isBefore(one: string, other: string): boolean {
  const [time, place] = partsOf(one);
  const [otherTime, otherPlace] = partsOf(other);
  return time < otherTime || (time === otherTime && place < otherPlace);
}

export const START = '0-0';

/**
 * The id after which a stream is read on when a connection was lost.
 * @param reached the last entry that was read; null at the first connection, which begins with entries from now on.
 * @param last the stream's last entry, if it has any: a stream that came back empty is read from its start.
 */
export function continueFrom(reached: string | null, last: string | undefined): string {
  if (reached === null) return last ?? START;
  return last === undefined || isBefore(last, reached) ? START : reached;
}
