import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reading } from '../../support/measuring/probe.ts';
import type { Contender } from '../chat/contenders.ts';
import type { Crowd } from './crowd.ts';

const WARM_UP_SOCKETS = 200;
/** So that each holds fewer files than a process may. */
const CROWDS = 2;
const SETTLE_MS = 3_000;

export interface Idle<R extends Reading = Reading> {
  sockets: number;
  /** What each adds to the machine's memory, and to that as objects. */
  residentBytesEach: number;
  heapBytesEach: number;
  /** Of the whole server with all of them. */
  residentBytes: number;
  cpuMsPerConnect: number;
  /** How many came then, and what was done for them. */
  came: number;
  server: R;
}

async function come(crowd: ChildProcess, url: string, tokens: string[]): Promise<void> {
  crowd.send({ url, tokens } satisfies Crowd);
  const failed = once(crowd, 'exit').then(() => {
    throw new Error('a crowd lost one of its sockets before all were signed in');
  });
  await Promise.race([once(crowd, 'message'), failed]);
}

/**
 * What sockets cost that are signed in and silent, one for each person, on a server that has just started.
 * @param beside is done while they are there.
 */
export async function measureIdle<R extends Reading>(
  contender: Contender<R>,
  beside = async () => {},
): Promise<Idle<R>> {
  await contender.restart();
  const { url, pairs, ask } = contender;
  const tokens = pairs.flatMap((pair) => pair.tokens);
  const crowds = Array.from({ length: CROWDS }, () => fork(new URL('./crowd.ts', import.meta.url)));
  async function rest() {
    await pause(SETTLE_MS);
    return ask();
  }
  try {
    await come(crowds[0] as ChildProcess, url, tokens.splice(0, WARM_UP_SOCKETS));
    const before = await rest();
    const share = Math.ceil(tokens.length / CROWDS);
    await Promise.all(crowds.map((crowd, n) => come(crowd, url, tokens.slice(n * share, (n + 1) * share))));
    const server = await ask();
    const held = await rest();
    await beside();
    return {
      sockets: tokens.length + WARM_UP_SOCKETS,
      residentBytesEach: (held.residentBytes - before.residentBytes) / tokens.length,
      heapBytesEach: (held.heapBytes - before.heapBytes) / tokens.length,
      residentBytes: held.residentBytes,
      cpuMsPerConnect: server.cpuMs / tokens.length,
      came: tokens.length,
      server,
    };
  } finally {
    for (const crowd of crowds) crowd.kill();
  }
}
