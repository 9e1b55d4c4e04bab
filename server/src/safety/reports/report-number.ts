import { randomInt } from 'node:crypto';

/** Without characters that are easily confused, as people read numbers out loud. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/**
 * A number for a report, such as `R-7K3M-2QXD`. It names the report in mails and conversations, and opens nothing: mailed
 * links have tokens of their own.
 */
export function newReportNumber(): string {
  return `R-${group()}-${group()}`;
}

/** The number of a report; one from before there were numbers gets it from its id. */
export function numberOf({ id, number }: { id: string; number: string | null }): string {
  return number ?? `R-${id.slice(-8, -4)}-${id.slice(-4)}`.toUpperCase();
}
