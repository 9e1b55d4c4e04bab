/** Parses a stream entry id: the time in milliseconds, and the sequence number within that millisecond. */
const partsOf = (id: string): [bigint, bigint] => {
  const [time = '0', sequence = '0'] = id.split('-');
  return [BigInt(time), BigInt(sequence)];
};

function isBefore(one: string, other: string): boolean {
  const [time, sequence] = partsOf(one);
  const [otherTime, otherSequence] = partsOf(other);
  return time < otherTime || (time === otherTime && sequence < otherSequence);
}

export const START = '0-0';

/**
 * @param reached the last entry read; null on the first connection, which starts with new entries only
 * @param last the stream's last entry; a stream that was lost and recreated is read from its start
 */
export function continueFrom(reached: string | null, last: string | undefined): string {
  if (reached === null) return last ?? START;
  return last === undefined || isBefore(last, reached) ? START : reached;
}
