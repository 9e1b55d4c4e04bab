import { beforeAll, describe, expect, test } from 'vitest';
import { longestTurn } from '../../../support/measuring/longest-turn.ts';
import type { Member } from '../../../support/people/accounts.ts';
import { openCloset, zipOf } from '../../../support/people/closet.ts';
import { worldForAll } from '../../../support/world.ts';

const world = worldForAll();
let marlow: Member;
let closet: ReturnType<typeof openCloset>;
const turnOf = (file: string | Uint8Array) => longestTurn(() => closet.sendTo('preview', marlow, file));
beforeAll(async () => {
  marlow = await world.join('marlow');
  closet = openCloset(world);
  await honestTurn();
});

/** The slowest takes fourteen to sixteen times as long; a pattern of quadratic cost took more than five times that. */
const TURN_RATIO_MAX = 30;
const HEAD = 'title,brand,category,size,condition,price,photos,description\n';
const priced = (price: string, rows: number) => HEAD + `Coat,Kapital,Tops,L,Used,"${price}",,\n`.repeat(rows);
/** For a large table of an honest shop. Taken beside each other one, whose processor may be busier by then. */
const honestTurn = () => turnOf(priced('5', 4_900));
const named = Array.from({ length: 4_000 }, (_, at) => `${at}.gif`);
const linesOfPhotos = (): string => {
  const names = (line: number) => Array.from({ length: 1_200 }, (_, at) => named[(line * 7 + at) % 4_000]);
  return `handle,title,photos\n${Array.from({ length: 900 }, (_, line) => `h,t,"${names(line).join('|')}"\n`).join('')}`;
};

const SLOW: [string, () => string | Uint8Array][] = [
  ['prices that go on', () => priced(`1${'a'.repeat(9_990)}`, 30)],
  ['prices of many digits', () => priced('9'.repeat(1_900), 4_900)],
  ['categories of many parts', () => priced('5', 900).replaceAll('Tops', `"${'1/'.repeat(4_990)}"`)],
  ['a cell for every quote', () => 'a"b,'.repeat(2_500_000)],
  [
    'the same photos again',
    () => zipOf(linesOfPhotos(), Object.fromEntries(named.map((name) => [name, new Uint8Array()]))),
  ],
];

describe('a hostile table', () => {
  test.for(SLOW)('of %s does not stop the server', { timeout: 60_000 }, async ([, make]) => {
    const file = make();
    const honest = await honestTurn();
    const [first, second] = [await turnOf(file), await turnOf(file)];
    expect(Math.min(first, second) / honest).toBeLessThan(TURN_RATIO_MAX);
  });

  test('cannot hide what no database stores', async () => {
    const { rows } = await closet.preview(marlow, `${HEAD}Coat,Kapital,Tops,L,Used,5,,<p>a&#0;&#55296;b</p>`);
    expect(rows[0]?.description).toBe('ab');
  });

  test.each(['constructor', '__proto__'])('has no size called %s', async (size) => {
    const { rows } = await closet.preview(
      marlow,
      `${HEAD}Coat,Kapital,Tops,${size},Used,5,,<p>&constructor;`,
    );
    expect(rows[0]).toMatchObject({ size, description: '&constructor;' });
  });
});
