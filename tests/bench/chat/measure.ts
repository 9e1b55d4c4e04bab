import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Reading } from '../../support/measuring/probe.ts';
import type { Contender } from './contenders.ts';
import type { Load, Outcome } from './load.ts';

/** The result of one run against one contender. */
export interface ChatRun<R extends Reading = Reading> extends Outcome {
  perSecond: number;
  server: R;
}

/** Runs a load in a child process. An acked message that is not on disk exactly once counts as a fault. */
export async function measureChat<R extends Reading>(
  contender: Contender<R>,
  options: { pairs: number } & Pick<Load, 'pace' | 'warmUpMs' | 'ms'>,
): Promise<ChatRun<R>> {
  const { url, pairs, probe } = contender;
  await contender.storedSince();
  const child = fork(new URL('./load.ts', import.meta.url));
  // Without this, a failed load would leave the parent waiting forever.
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the load on ${contender.name} exited unexpectedly with code ${code}`);
  });
  failed.catch(() => undefined);
  const nextMessage = () => Promise.race([once(child, 'message') as Promise<[unknown]>, failed]);
  child.send({ ...options, url, pairs: pairs.slice(0, options.pairs) } satisfies Load);
  await nextMessage();
  await probe();
  child.send('go on');
  await nextMessage();
  const server = await probe();
  child.send('go on');
  const [outcome] = (await nextMessage()) as [Outcome];
  const stored = await contender.storedSince();
  const faults = [...outcome.faults, ...compare(outcome.clientIds, stored)];
  return { ...outcome, faults, perSecond: (outcome.acked * 1000) / options.ms, server };
}

function compare(acked: string[], stored: string[]): string[] {
  const unique = new Set(stored);
  const lost = acked.filter((id) => !unique.has(id)).length;
  const twice = stored.length - unique.size;
  return [
    ...(lost > 0 ? [`${lost} acked and not stored`] : []),
    ...(twice > 0 ? [`${twice} stored twice`] : []),
  ];
}
