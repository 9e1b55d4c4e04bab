import { KNOWN_HOUSES } from '@selvedge/shared/items/brand-aliases';
import { housesWith } from '@selvedge/shared/items/houses';
import { parseSearchTerm } from '@selvedge/shared/items/search-words';
import { expect, test } from 'vitest';
import { startOf } from '../../../../server/src/items/listings/finding/place.ts';
import { idsPast } from '../../../../server/src/items/listings/finding/queries.ts';
import {
  countHits,
  fewWithWords,
  idsByWords,
} from '../../../../server/src/items/listings/finding/word-queries.ts';
import {
  foundAnywhere,
  leavingOut,
  ranksOf,
} from '../../../../server/src/items/listings/finding/word-ranks.ts';
import { addListing, addMember } from '../../../support/people/market.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { SPELLINGS } from './spellings.ts';

const { namesOf } = housesWith('');
const TERMS = [
  ...[
    'jacket',
    'wool jacket',
    's',
    'a b',
    't shirt',
    'cdg',
    'kapital jacket',
    'margiela tabi',
    '山本',
    'jackets',
    'worn',
  ],
  ...SPELLINGS.map(([brand]) => brand),
];

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

describeOnBothEngines('looking up words', ({ openDb }) => {
  test('comparing listings finds what the index finds', async () => {
    const db = await openDb();
    const { id } = await addMember(db, 'marlow');
    for (const [n, [brand]] of SPELLINGS.entries()) {
      const title = ['Wool jacket', 'T-shirt', 'Tabi boots', 'Sweat shirt 10½'][n % 4] ?? '';
      await addListing(db, id, {
        brand,
        title,
        description: n % 3 === 0 ? 'Worn jacket, a bargain' : 'As new',
      });
    }
    const left = [[], [parseSearchTerm('wool', namesOf)]];
    for (const sort of ['bumped', 'price-asc'] as const) {
      for (const text of TERMS) {
        const term = parseSearchTerm(text, namesOf);
        for (const query of [foundAnywhere(term), ...ranksOf(term)]) {
          for (const words of left.map((terms) => leavingOut(query, terms))) {
            const search = { words, sort, from: startOf(sort), few: null, filters: {} };
            const all = { ...search, hidden: null, without: null, since: undefined };
            const [byWords, byListings, few, hits] = await db.read(async (conn) => [
              await idsByWords(conn, all, 100),
              await idsPast(conn, all, 100),
              await fewWithWords(conn, words),
              await countHits(conn, words),
            ]);
            expect(idsOf(byListings), text).toEqual(idsOf(byWords));
            expect(few?.hits, text).toBe(byWords.length);
            if (hits !== null) expect(hits, text).toBe(byWords.length);
          }
        }
      }
    }
  });
});

test('no term looks up more words than a bound', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
  const names = KNOWN_HOUSES.flatMap(({ name, aliases }) => [name, ...aliases]);
  const texts = [letters.join(' '), letters.map((one) => `${one}${one}`).join(' '), '山本耀司'.repeat(50)];
  for (let from = 0; from < names.length; from += 4)
    texts.push(
      names
        .slice(from, from + 12)
        .join(' ')
        .slice(0, 200),
    );
  for (const text of texts) {
    const groups = parseSearchTerm(text, namesOf);
    expect(groups.length, text).toBeLessThanOrEqual(8);
    expect(groups.filter(({ isLong }) => !isLong).length, text).toBeLessThanOrEqual(3);
    const words = groups.flatMap(({ anyOf }) => anyOf.flat());
    expect(words.length, text).toBeLessThanOrEqual(250);
  }
});
