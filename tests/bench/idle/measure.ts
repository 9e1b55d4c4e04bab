import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reading } from '../../support/measuring/probe.ts';
import type { Contender } from '../chat/contenders.ts';
import type { Crowd } from './crowd.ts';

const WARM_UP_SOCKETS = 200;
/** The number of client processes; each stays below its limit of open files. */
const CROWDS = 2;
const SETTLE_MS = 3_000;

export interface Idle<R extends Reading = Reading> {
  sockets: number;
  /** Memory added per socket: resident, and heap objects. */
  residentBytesEach: number;
  heapBytesEach: number;
  /** Memory of the whole server with all sockets connected. */
  residentBytes: number;
  cpuMsPerConnect: number;
  /** Sockets opened during the measurement, and the server's work for them. */
  came: number;
  server: R;
}

async function connect(crowd: ChildProcess, to: Crowd): Promise<void> {
  crowd.send(to);
  const failed = once(crowd, 'exit').then(() => {
    throw new Error('a crowd lost one of its sockets before all were signed in');
  });
  await Promise.race([once(crowd, 'message'), failed]);
}

/**
 * Measures signed-in, idle sockets, one per member, on a freshly started server.
 *
 * @param during runs while they are connected.
 */
export async function measureIdle<R extends Reading>(
  contender: Contender<R>,
  during = async () => {},
): Promise<Idle<R>> {
  await contender.restart();
  const { url, pairs, probe } = contender;
  const tokens = pairs.flatMap((pair) => pair.tokens);
  const to = { url, isRelay: pairs[0]?.isRelay ?? false };
  const crowds = Array.from({ length: CROWDS }, () => fork(new URL('./crowd.ts', import.meta.url)));
  async function rest() {
    await pause(SETTLE_MS);
    return probe();
  }
  try {
    await connect(crowds[0] as ChildProcess, { ...to, tokens: tokens.splice(0, WARM_UP_SOCKETS) });
    const before = await rest();
    const share = Math.ceil(tokens.length / CROWDS);
    await Promise.all(
      crowds.map((crowd, n) => connect(crowd, { ...to, tokens: tokens.slice(n * share, (n + 1) * share) })),
    );
    const server = await probe();
    const connected = await rest();
    await during();
    return {
      sockets: tokens.length + WARM_UP_SOCKETS,
      residentBytesEach: (connected.residentBytes - before.residentBytes) / tokens.length,
      heapBytesEach: (connected.heapBytes - before.heapBytes) / tokens.length,
      residentBytes: connected.residentBytes,
      cpuMsPerConnect: server.cpuMs / tokens.length,
      came: tokens.length,
      server,
    };
  } finally {
    for (const crowd of crowds) crowd.kill();
  }
}
