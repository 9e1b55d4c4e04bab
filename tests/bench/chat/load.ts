import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Link, openLink } from './link.ts';
import type { Pair } from './populate.ts';

export interface Load {
  url: string;
  pairs: Pair[];
  /** As fast as answers come, each sender with so many on the way; or so many a second over all, whatever comes. */
  pace: { inFlight: number } | { perSecond: number };
  warmUpMs: number;
  ms: number;
}

export interface Outcome {
  /** Acked within the time that counts. */
  acked: number;
  /** From the send to the arrival at the other, of each that was sent in that time. */
  arrivalMs: number[];
  /** Of all that was sent, those acked: they must be found on disk. */
  clientIds: string[];
  /** What went wrong; a figure beside anything here is no figure. */
  faults: string[];
  /** What the load itself was able to do. */
  ownCpuShare: number;
  ownDelayP99Ms: number;
}

const RESOLUTION_MS = 5;
const DRAIN_MS = 10_000;
const MEET_AT_ONCE = 25;
const CONTENT = 'Would you take 320 for it, shipped this week?';

interface Sent {
  at: number;
  isAcked: boolean;
  toOther: number;
  toSender: number;
}

/** Talks in pairs, the first of each to the second, and watches what becomes of each message. */
async function talk(load: Load, told: (what: 'warm' | 'over') => Promise<void>): Promise<Outcome> {
  const sent = new Map<string, Sent>();
  const faults: string[] = [];
  const arrivalMs: number[] = [];
  let [isOn, isCounting, acked, open] = [true, false, 0, 0];

  function speak(link: Link, pair: Pair): void {
    const clientId = randomUUID();
    sent.set(clientId, { at: performance.now(), isAcked: false, toOther: 0, toSender: 0 });
    open += 1;
    link.send(clientId, pair.conversationId, CONTENT);
  }

  async function meet(pair: Pair) {
    const [here, there] = pair.urls ?? [load.url, load.url];
    const other = await openLink(there, pair.tokens[1], {
      arrived(clientId) {
        const message = sent.get(clientId);
        if (!message) return void faults.push('a message arrived that nobody sent');
        message.toOther += 1;
        if (isCounting) arrivalMs.push(performance.now() - message.at);
      },
      acked: () => void faults.push('an ack came to who had sent nothing'),
    });
    const sender: Link = await openLink(here, pair.tokens[0], {
      arrived(clientId) {
        const message = sent.get(clientId);
        if (message) message.toSender += 1;
      },
      acked(clientId, isStored) {
        const message = sent.get(clientId);
        if (!message || message.isAcked || !isStored) return void faults.push('a message was not taken');
        message.isAcked = true;
        open -= 1;
        if (isCounting) acked += 1;
        if (isOn && 'inFlight' in load.pace) speak(sender, pair);
      },
    });
    return { pair, sender, other };
  }
  const talks: Awaited<ReturnType<typeof meet>>[] = [];
  // Not all in one moment, which no server has to bear before it is measured.
  for (let from = 0; from < load.pairs.length; from += MEET_AT_ONCE) {
    talks.push(...(await Promise.all(load.pairs.slice(from, from + MEET_AT_ONCE).map(meet))));
  }

  async function keepPace(perSecond: number): Promise<void> {
    const from = performance.now();
    for (let n = 0; isOn; n += 1) {
      const { sender, pair } = talks[n % talks.length] as (typeof talks)[number];
      speak(sender, pair);
      const waitMs = from + ((n + 1) * 1000) / perSecond - performance.now();
      if (waitMs > 0) await pause(waitMs);
    }
  }

  const { pace } = load;
  const pacing = 'perSecond' in pace ? keepPace(pace.perSecond) : undefined;
  if ('inFlight' in pace) {
    for (const { sender, pair } of talks) for (let n = 0; n < pace.inFlight; n += 1) speak(sender, pair);
  }
  await pause(load.warmUpMs);
  await told('warm');
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
  await told('over');
  await pacing;

  const isWhole = () => open === 0 && [...sent.values()].every((one) => one.toOther > 0 && one.toSender > 0);
  const giveUpAt = performance.now() + DRAIN_MS;
  while (!isWhole() && performance.now() < giveUpAt) await pause(50);
  for (const [name, is] of [
    ['without an ack', (one: Sent) => !one.isAcked],
    ['not delivered once to the other', (one: Sent) => one.toOther !== 1],
    ['not delivered once to the sender', (one: Sent) => one.toSender !== 1],
  ] as const) {
    const count = [...sent.values()].filter(is).length;
    if (count > 0) faults.push(`${count} ${name}`);
  }
  for (const { sender, other } of talks) for (const link of [sender, other]) link.close();
  return {
    acked: (acked * load.ms) / ms,
    arrivalMs,
    clientIds: [...sent].filter(([, { isAcked }]) => isAcked).map(([clientId]) => clientId),
    faults,
    ownCpuShare: (user + system) / 1000 / ms,
    ownDelayP99Ms: Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS),
  };
}

// A process of its own: it is told its load, says when it is warm and when time is over, and waits for a word each time.
process.once('message', async (load: Load) => {
  const outcome = await talk(load, async (what) => {
    process.send?.(what);
    await once(process, 'message');
  });
  process.send?.(outcome, () => process.exit(0));
});
