/** Words of names that people write in several ways, the spelled-out one first. */
const WRITTEN = [
  'saint st',
  'doctor dr doc',
  'mount mt',
  'mister mr',
  'brothers bros',
  'company co',
  'manufacturing mfg',
];

const GROUPS = WRITTEN.map((line) => line.split(' '));
const byWord = new Map(GROUPS.flatMap((group) => group.map((word) => [word, group] as const)));

/** The other ways to write a word: `st` → `saint`. */
export const otherSpellings = (word: string): string[] =>
  (byWord.get(word) ?? []).filter((other) => other !== word);

/** A word in its spelled-out way. */
export const spellOut = (word: string): string => byWord.get(word)?.[0] ?? word;
