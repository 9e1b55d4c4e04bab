import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { openLink } from './link.ts';
import type { Pair } from './populate.ts';

export interface Load {
  url: string;
  pairs: Pair[];
  /** Either at full speed, with `inFlight` messages in total, or at a fixed total rate. */
  pace: { inFlight: number } | { perSecond: number };
  warmUpMs: number;
  ms: number;
}

export interface Outcome {
  /** Acked and received by the recipient, the later of both within the measured time. */
  acked: number;
  /** Time from send to arrival at the recipient, for each message sent within the measured time. */
  arrivalMs: number[];
  /** The client ids of all acked messages: each must be found on disk. */
  clientIds: string[];
  /** Errors during the run; any of them voids the figures. */
  faults: string[];
  /** How busy the load generator itself was. */
  ownCpuShare: number;
  ownDelayP99Ms: number;
}

const RESOLUTION_MS = 5;
const DRAIN_MS = 10_000;
const MEET_AT_ONCE = 25;

interface Sent {
  at: number;
  isAcked: boolean;
  toRecipient: number;
  toSender: number;
}

/**
 * Sends messages in pairs, from the first member of each to the second, and tracks every message to its
 * arrival.
 */
async function run(load: Load, report: (what: 'warm' | 'over') => Promise<void>): Promise<Outcome> {
  const sent = new Map<string, Sent>();
  const faults: string[] = [];
  const arrivalMs: number[] = [];
  let [isOn, isCounting, acked, next] = [true, false, 0, 0];

  function sendNext(): void {
    const { sender, pair } = connected[next++ % connected.length] as (typeof connected)[number];
    const clientId = randomUUID();
    sent.set(clientId, { at: performance.now(), isAcked: false, toRecipient: 0, toSender: 0 });
    sender.send(clientId, pair);
  }

  function countIfComplete({ isAcked, toRecipient }: Sent): void {
    if (!isAcked || toRecipient !== 1) return;
    if (isCounting) acked += 1;
    if (isOn && 'inFlight' in load.pace) sendNext();
  }

  async function connectPair(pair: Pair) {
    const [here, there] = pair.urls ?? [load.url, load.url];
    const recipient = {
      arrived(clientId: string) {
        const message = sent.get(clientId);
        if (!message) return void faults.push('a message arrived that was never sent');
        message.toRecipient += 1;
        if (isCounting) arrivalMs.push(performance.now() - message.at);
        countIfComplete(message);
      },
      acked: () => void faults.push('a recipient that had sent nothing received an ack'),
    };
    const other = await openLink(there, pair.tokens[1], recipient, pair.isRelay);
    const events = {
      arrived(clientId: string) {
        const message = sent.get(clientId);
        if (message) message.toSender += 1;
      },
      acked(clientId: string, isStored: boolean) {
        const message = sent.get(clientId);
        if (!message || message.isAcked || !isStored) return void faults.push('a message was rejected');
        message.isAcked = true;
        countIfComplete(message);
      },
    };
    const sender = await openLink(here, pair.tokens[0], events, pair.isRelay);
    return { pair, sender, other };
  }
  const connected: Awaited<ReturnType<typeof connectPair>>[] = [];
  // Connect in groups, so that connecting does not overload the server before the measurement.
  for (let from = 0; from < load.pairs.length; from += MEET_AT_ONCE) {
    connected.push(...(await Promise.all(load.pairs.slice(from, from + MEET_AT_ONCE).map(connectPair))));
  }

  async function keepPace(perSecond: number): Promise<void> {
    const from = performance.now();
    for (let n = 0; isOn; n += 1) {
      sendNext();
      const waitMs = from + ((n + 1) * 1000) / perSecond - performance.now();
      if (waitMs > 0) await pause(waitMs);
    }
  }

  const { pace } = load;
  const pacing = 'perSecond' in pace ? keepPace(pace.perSecond) : undefined;
  if ('inFlight' in pace) {
    for (let n = 0; n < pace.inFlight; n += 1) sendNext();
  }
  await pause(load.warmUpMs);
  await report('warm');
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const cpu = process.cpuUsage();
  const from = performance.now();
  isCounting = true;
  await pause(load.ms);
  isCounting = false;
  const { user, system } = process.cpuUsage(cpu);
  const ms = performance.now() - from;
  delay.disable();
  isOn = false;
  await report('over');
  await pacing;

  // The product also sends each message to its sender's other devices, so to all of the sender's sockets.
  const echoes = load.pairs[0]?.isRelay ? 0 : 1;
  const isComplete = () =>
    [...sent.values()].every((one) => one.isAcked && one.toRecipient > 0 && one.toSender >= echoes);
  const giveUpAt = performance.now() + DRAIN_MS;
  while (!isComplete() && performance.now() < giveUpAt) await pause(50);
  for (const [name, is] of [
    ['without an ack', (one: Sent) => !one.isAcked],
    ['not delivered exactly once to the recipient', (one: Sent) => one.toRecipient !== 1],
    ['not delivered exactly once to the sender', (one: Sent) => one.toSender !== echoes],
  ] as const) {
    const count = [...sent.values()].filter(is).length;
    if (count > 0) faults.push(`${count} ${name}`);
  }
  for (const { sender, other } of connected) for (const link of [sender, other]) link.close();
  return {
    acked: (acked * load.ms) / ms,
    arrivalMs,
    clientIds: [...sent].filter(([, { isAcked }]) => isAcked).map(([clientId]) => clientId),
    faults,
    ownCpuShare: (user + system) / 1000 / ms,
    ownDelayP99Ms: Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS),
  };
}

// Runs as a child process: receives its load, reports 'warm' and 'over', and waits for a message after each.
process.once('message', async (load: Load) => {
  const outcome = await run(load, async (what) => {
    process.send?.(what);
    await once(process, 'message');
  });
  process.send?.(outcome, () => process.exit(0));
});
