import { KNOWN_HOUSES } from './brand-aliases.ts';
import { parseHouses } from './house-lines.ts';
import { longKeyOf, nameKeyOf } from './search-words.ts';

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

/** Shorter keys have no other number. */
const NUMBERED_MIN = 6;

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
      const longKey = longKeyOf(each);
      if (!byKey.has(longKey)) byKey.set(longKey, house);
    }
  }
  /** Names are often written in the other number: `doc marten`. */
  const houseOf = (key: string) =>
    byKey.get(key) ??
    (key.length < NUMBERED_MIN ? undefined : (byKey.get(`${key}s`) ?? byKey.get(key.replace(/s$/, ''))));
  return {
    added,
    nameOf: (key) => houseOf(key)?.name,
    namesOf: (key) => houseOf(key)?.names.filter((name) => nameKeyOf(name) !== key) ?? [],
    names: [...byKey].map(([key, { name }]) => ({ key, house: name })),
  };
}
