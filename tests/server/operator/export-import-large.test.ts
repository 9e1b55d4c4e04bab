import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  type NeutralRow,
  type TableShape,
  tableShapes,
} from '../../../server/src/platform/db/snapshot/shapes.ts';
import { fillSqlite } from '../../../server/src/platform/db/snapshot/sqlite-snapshot.ts';
import { runOperator } from '../../support/people/run-operator.ts';
import { bothEngines, createDatabase } from '../../support/servers/database.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const LISTINGS = Number(process.env.SELVEDGE_TEST_LISTINGS ?? 300);
const MESSAGES_EACH = 10;
const BATCH = 1_000;
const AT = new Date(Date.UTC(2026, 0, 2)).toISOString();

const dir = makeTempDir();
afterAll(() => dir.remove());

/** Generates ascending ids. */
const idOf = (kind: number, n: number) => `0000000${kind}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
const seller = idOf(1, 1);
const buyer = idOf(1, 2);
const stamps = { created_at: AT, updated_at: AT, bumped_at: AT, last_message_at: AT, changed_at: AT };
/** The default of a column that a row does not set. */
const BLANK = { string: '', number: 0, boolean: false, date: null, json: null };

const ROWS: Record<string, { count: number; make(n: number): NeutralRow }> = {
  users: {
    count: 2,
    make: (n) => ({ id: idOf(1, n + 1), username: `member${n}`, username_key: `member${n}` }),
  },
  listings: {
    count: LISTINGS,
    make: (n) => ({
      ...{ id: idOf(2, n), seller_id: seller, title: `Jacket ${n}`, brand: 'Kapital', category: 'Outerwear' },
      ...{ brand_folded: `kapital ${n}`, brand_key: 'kapital', size: 'L', size_words: ' l ' },
      ...{
        condition: 'Used',
        price_cents: n,
        photos: [],
        client_id: null,
        hold_conversation_id: null,
        hold_until: null,
      },
    }),
  },
  conversations: {
    count: LISTINGS,
    make: (n) => ({
      ...{ id: idOf(3, n), buyer_id: buyer, seller_id: seller, listing_id: idOf(2, n), creator_id: buyer },
      ...{ wanted_id: null, last_sender_id: buyer, last_seq: MESSAGES_EACH },
    }),
  },
  messages: {
    count: LISTINGS * MESSAGES_EACH,
    make: (n) => ({
      ...{ id: idOf(4, n), conversation_id: idOf(3, Math.floor(n / MESSAGES_EACH)), sender_id: buyer },
      ...{ client_id: idOf(5, n), seq: (n % MESSAGES_EACH) + 1, message_type: 'text' },
      ...{ content: `Is it still available, and would you take a bit less for it? ${n}`, changed_seq: null },
      ...{ offer_id: null, deal_id: null },
    }),
  },
};

const fullRow = ({ columns }: TableShape, row: NeutralRow): NeutralRow =>
  Object.fromEntries(
    columns.map(({ name, type }) => [name, { [name]: BLANK[type], ...stamps, ...row }[name] ?? null]),
  );

async function makeLarge(file: string): Promise<void> {
  const filling = await fillSqlite(file);
  for (const shape of tableShapes()) {
    const { count, make } = ROWS[shape.name] ?? { count: 0, make: () => ({}) };
    for (let from = 0; from < count; from += BATCH) {
      const size = Math.min(BATCH, count - from);
      const rows = Array.from({ length: size }, (_, i) => fullRow(shape, make(from + i)));
      await filling.insert(shape, rows);
    }
  }
  await filling.commit();
  await filling.close();
}

const figures: string[] = [];
async function run(command: string, folder: string, env: Record<string, string>): Promise<void> {
  const startedAt = performance.now();
  expect(await runOperator([command, join(dir.path, folder)], env)).toMatchObject({ code: 0, errors: '' });
  figures.push(`${command} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

test.runIf(bothEngines().includes('postgres'))(
  'many messages move to PostgreSQL within bounded memory',
  async () => {
    const source = { DATA_DIR: join(dir.path, 'source') };
    mkdirSync(source.DATA_DIR);
    await makeLarge(join(source.DATA_DIR, 'selvedge.db'));
    const { url, remove } = await createDatabase('postgres');
    const big = { DATA_DIR: join(dir.path, 'big'), DATABASE_URL: url };
    try {
      await run('export', 'a', source);
      await run('import', 'a', big);
      await run('export', 'b', big);
      await run('import', 'b', { DATA_DIR: join(dir.path, 'small') });
      const sums = (name: string) =>
        readFileSync(join(dir.path, name, 'SHA256SUMS'), 'utf8')
          .split('\n')
          .sort();
      expect(sums('b')).toEqual(sums('a'));
      const { rows } = JSON.parse(readFileSync(join(dir.path, 'b/manifest.json'), 'utf8'));
      expect(rows).toMatchObject({ listings: LISTINGS, messages: LISTINGS * MESSAGES_EACH });
      const peak = Math.round(process.resourceUsage().maxRSS / 1024);
      console.log(
        `${LISTINGS} listings, ${LISTINGS * MESSAGES_EACH} messages: ${figures.join(', ')} (to PostgreSQL and back); at most ${peak} MB of memory in all`,
      );
    } finally {
      await remove();
    }
  },
  1_200_000,
);
