import { KNOWN_HOUSES } from './brand-aliases.ts';
import { parseHouses } from './house-lines.ts';
import { nameKeyOf } from './search-words.ts';

/** The houses that have several names, by the keys of these. */
export interface Houses {
  /** The text that the admin added. */
  added: string;
  /** How the house with this key is spelled; undefined for an unknown one. */
  nameOf(key: string): string | undefined;
  /** What else the house with this key is called. */
  namesOf(key: string): readonly string[];
  /** Each name with its key and the name of its house. */
  names: readonly { key: string; house: string }[];
}

/** @param added by the admin, a line each; they take precedence over the known ones */
export function housesWith(added: string): Houses {
  const byKey = new Map<string, { name: string; names: string[] }>();
  for (const { name, aliases } of [...parseHouses(added), ...KNOWN_HOUSES]) {
    const known = byKey.get(nameKeyOf(name));
    const house = known ?? { name, names: [] };
    for (const each of [name, ...aliases]) {
      const key = nameKeyOf(each);
      if (key === '' || byKey.has(key)) continue;
      byKey.set(key, house);
      house.names.push(each);
    }
  }
  return {
    added,
    nameOf: (key) => byKey.get(key)?.name,
    namesOf: (key) => byKey.get(key)?.names.filter((name) => nameKeyOf(name) !== key) ?? [],
    names: [...byKey].map(([key, { name }]) => ({ key, house: name })),
  };
}
