import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reading } from '../../support/measuring/probe.ts';
import { type Contender, startRelay, startSelvedge } from '../chat/contenders.ts';
import { type BenchTable, percentile } from '../table.ts';
import { addPairs } from './members.ts';

const ROUNDS = 6;
const SOCKETS = 1_000;
/** The server handles the closed sockets meanwhile, so they do not count as connects. */
const SETTLE_MS = 500;

function createCrowd({ url, pairs, probe }: Contender<Reading>) {
  const tokens = pairs.flatMap((pair) => pair.tokens);
  const isRelay = pairs[0]?.isRelay ?? false;
  const child = fork(new URL('./crowd.ts', import.meta.url));
  async function send(message: object | 'disconnect'): Promise<void> {
    child.send(message);
    await once(child, 'message');
  }
  return {
    /** Connects the members of a round, then disconnects them. @returns the server's CPU per connect in µs */
    async connect(round: number): Promise<number> {
      await probe();
      const share = tokens.slice(round * SOCKETS, (round + 1) * SOCKETS);
      await send({ url, tokens: share, isRelay });
      const { cpuMs } = await probe();
      await send('disconnect');
      await pause(SETTLE_MS);
      return (cpuMs * 1_000) / SOCKETS;
    },
    close: () => child.kill(),
  };
}

const median = (figures: number[]): number => percentile(figures, 0.5);

/**
 * The server's CPU time per connect, beside a minimal relay's, in alternating rounds: with tokens that this process
 * has not seen, as after a restart, and with the same tokens again, as after a network loss. Every second member finds
 * their partner online.
 */
export async function compareConnects(): Promise<BenchTable> {
  const pairs = ((ROUNDS + 1) * SOCKETS) / 2;
  const contenders = [await startSelvedge(pairs, addPairs), await startRelay(pairs)];
  // A server that has not seen the tokens.
  for (const contender of contenders) await contender.restart();
  const crowds = contenders.map(createCrowd);
  try {
    const rows: BenchTable['rows'] = [];
    for (const what of ['the first connect after a restart', 'a reconnect']) {
      const micros: [number[], number[]] = [[], []];
      // The first round is a warm-up.
      for (let round = 0; round <= ROUNDS; round += 1)
        for (const [n, crowd] of crowds.entries()) {
          const each = await crowd.connect(round);
          if (round > 0) micros[n]?.push(each);
        }
      const ratios = micros[0].map((each, n) => each / (micros[1][n] ?? 0));
      rows.push([what, ...micros.map((all) => median(all).toFixed(0)), median(ratios).toFixed(2)]);
    }
    const columns = ['µs of CPU', ...contenders.map(({ name }) => name), 'ratio'];
    return { title: `Connects, ${ROUNDS} times ${SOCKETS} sockets`, columns, rows };
  } finally {
    for (const crowd of crowds) crowd.close();
    for (const contender of contenders) await contender.stop();
  }
}
