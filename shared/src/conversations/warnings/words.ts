/**
 * How the rules are written. A rule has a few groups of words, its signals ("asks for something", "a code",
 * "came to you"), and the shapes in which they are dangerous in combination: near each other, in any order
 * that a language uses. Lists of words and short shapes cover far more sentences than whole-sentence patterns
 * do, and each list, which has no wildcards between words, is searched once, so the cost is linear in the
 * message's length.
 */
export interface Shape {
  /** This signal, and all of `with`, must occur in one sentence, each at most `within` letters from the first. */
  of: string;
  with?: readonly string[];
  within?: number;
  /** A word of this signal within the same distance makes the shape harmless. */
  unless?: string;
  /** The words may be in different sentences. */
  across?: boolean;
}

export interface WordRule {
  /**
   * Phrases that look like a signal but are not (a date code, a snap button); they are cut out before the
   * search.
   */
  harmless: RegExp;
  signals: Readonly<Record<string, RegExp>>;
  shapes: readonly Shape[];
}

type List = readonly string[];

/** Joins the entries of a list, each a piece of a pattern; `{name}` stands for the group of that name. */
const oneOf = (list: List, groups: Readonly<Record<string, string>>): string =>
  `(?:${list.join('|').replace(/\{([a-z]+)\}/gu, (unknown, name: string) => groups[name] ?? unknown)})`;

/** A group for each list, whose entries may name earlier lists. */
export function groupsOf<Name extends string>(lists: Readonly<Record<Name, List>>): Record<Name, string> {
  const groups = {} as Record<Name, string>; // filled below
  for (const name of Object.keys(lists) as Name[]) groups[name] = oneOf(lists[name], groups);
  return groups;
}

/** A rule as its file has it: every pattern a list of words, some of which name one of `lists`. */
interface RuleLists {
  lists: Readonly<Record<string, List>>;
  harmless: List;
  signals: Readonly<Record<string, List>>;
  shapes: readonly Shape[];
}

/**
 * A rule whose patterns find every whole word of a list in text that is lower-case, without diacritics, with
 * one sentence per line.
 */
export function readRule({ lists, harmless, signals, shapes }: RuleLists): WordRule {
  const groups = groupsOf(lists);
  const words = (list: List) => new RegExp(`(?<!\\w)${oneOf(list, groups)}(?!\\w)`, 'gmu');
  return {
    harmless: words(harmless),
    signals: Object.fromEntries(Object.entries(signals).map(([name, list]) => [name, words(list)])),
    shapes,
  };
}
