export interface House {
  name: string;
  aliases: string[];
}

/** One line: `Maison Margiela = MMM, Martin Margiela`. Null for a line without a name. */
export function parseHouse(line: string): House | null {
  const [name = '', aliases = ''] = line.split(/=(.*)/s).map((part) => part.trim());
  if (name === '') return null;
  return { name, aliases: aliases.split(',').flatMap((alias) => alias.trim() || []) };
}

/** The houses of a text with a line for each; empty lines count for nothing. */
export const parseHouses = (lines: string): House[] =>
  lines.split('\n').flatMap((line) => (line.trim() === '' ? [] : (parseHouse(line) ?? [])));
