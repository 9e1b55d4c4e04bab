import { parseSearchTerm, type SearchTerm } from '@selvedge/shared/items/search-words';
import { usernameKey } from '@selvedge/shared/members/usernames';

/** What `not` leaves out. */
export interface LeftOut {
  /** Each by whole words, in both numbers. */
  words: SearchTerm[];
  /** Keys of usernames. */
  sellers: string[];
}

const SELLER = /^@([a-z0-9]+)$/i;

const wholeWords = (text: string): SearchTerm =>
  parseSearchTerm(text, () => []).map((group) => ({
    ...group,
    anyOf: group.anyOf.map((words) => words.map((word) => ({ ...word, isWhole: true as const }))),
  }));

export function leftOutOf(not: readonly string[]): LeftOut {
  const sellers = not.flatMap((one) => SELLER.exec(one)?.[1] ?? []);
  const words = not.filter((one) => !SELLER.test(one)).map(wholeWords);
  return { words: words.filter((term) => term.length > 0), sellers: sellers.map(usernameKey) };
}
