import { randomUUID } from 'node:crypto';
import { build } from '../../scripts/build.ts';
import { startSelvedge } from './chat/contenders.ts';
import { AT_ONCE, type Sampled, saturate } from './reads/load.ts';
import { type BenchTable, percentile } from './table.ts';
import { insertLoop } from './writes/insert-loop.ts';
import { offersTable } from './writes/offers.ts';

const ROUNDS = 5;
const TIMES = 1_500;

interface Round {
  perSecond: number;
  cpu: number;
  /** The milliseconds of each response. */
  ms: number[];
}

const median = (values: number[]): number => percentile(values, 0.5);

function rowOf(name: string, rounds: Round[], loop: Round[]): (string | number)[] {
  const rates = rounds.map(({ perSecond }, n) => perSecond / (loop[n]?.perSecond ?? 1));
  const ms = rounds.flatMap((round) => round.ms);
  return [
    name,
    median(rounds.map(({ perSecond }) => perSecond)).toFixed(0),
    median(rates).toFixed(2),
    `${Math.min(...rates).toFixed(2)}–${Math.max(...rates).toFixed(2)}`,
    median(rounds.map(({ cpu }) => cpu)).toFixed(0),
    ...[0.5, 0.95, 0.99].map((part) => (ms.length > 0 ? percentile(ms, part).toFixed(2) : '')),
  ];
}

/**
 * The cost of REST writes, each answered once it is on disk, compared with a bare loop of SQLite inserts.
 * With one commit per insert, the loop is the upper bound for a server without group commit; another run puts
 * as many inserts into a commit as there are connections.
 */
export async function bench(): Promise<BenchTable[]> {
  await build();
  const site = await startSelvedge(1);
  try {
    const [pair] = site.pairs;
    if (!pair) throw new Error('no pair was created');
    const [token] = pair.tokens;
    const text = { conversationId: pair.conversationId, type: 'text', content: 'Would you take 320 for it?' };
    const wanted = { title: 'Type II trucker', brand: 'Kapital', size: 'L', maxPrice: '365' };
    const endpoints: [string, Sampled][] = [
      [
        'a message',
        { url: site.url, paths: ['/api/messages'], token, body: () => ({ ...text, clientId: randomUUID() }) },
      ],
      ['a WTB', { url: site.url, paths: ['/api/wtb-listings'], token, body: () => wanted }],
    ];
    const names = [
      ...endpoints.map(([name]) => name),
      'the loop, one insert per commit',
      `the loop, ${AT_ONCE} inserts per commit`,
    ];
    const rounds = new Map<string, Round[]>(names.map((name) => [name, []]));
    const note = (name: string, round: Round) => rounds.get(name)?.push(round);
    for (let n = 0; n <= ROUNDS; n += 1) {
      // The first round is a warm-up and not counted.
      const record = n === 0 ? () => undefined : note;
      for (const [name, what] of endpoints) {
        await site.probe();
        const { perSecond, ms } = await saturate(what, TIMES);
        const { cpuMs } = await site.probe();
        record(name, { perSecond, ms, cpu: (cpuMs * 1_000) / TIMES });
      }
      record('the loop, one insert per commit', { ...insertLoop(TIMES, 1), ms: [] });
      record(`the loop, ${AT_ONCE} inserts per commit`, { ...insertLoop(TIMES, AT_ONCE), ms: [] });
    }
    const stored = await site.storedSince();
    const sent = TIMES * (ROUNDS + 1);
    if (stored?.length !== sent) throw new Error(`${stored?.length} of ${sent} messages are stored`);
    const loop = rounds.get('the loop, one insert per commit') ?? [];
    return [
      {
        title: `Writes over HTTP, ${AT_ONCE} at a time, each answered once on disk`,
        columns: [
          '',
          'writes/s',
          'ratio to one insert per commit',
          'spread',
          'µs of CPU',
          'p50 ms',
          'p95',
          'p99',
        ],
        rows: names.map((name) => rowOf(name, rounds.get(name) ?? [], loop)),
      },
      await offersTable(),
    ];
  } finally {
    await site.stop();
  }
}
