import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { freePort } from '../../scripts/free-port.ts';
import type { Reading } from '../support/measuring/probe.ts';
import { signUp } from '../support/people/account.ts';
import { startProduct } from '../support/servers/product.ts';
import { makeTempDir } from '../support/servers/temp.ts';
import { type Outcome, type Storm, signIn } from './sign-in/storm.ts';
import { type BenchTable, percentile, sample } from './table.ts';
import { chatUntil, startConversation } from './talk.ts';

const ACCOUNTS = 20;
const IN_TURN = 100;
const AT_ONCE = 200;
const STORMS = 5;
const ALONE_MS = 5_000;

type Product = Awaited<ReturnType<typeof startProduct>>;

async function signInsInTurn(product: Product, emails: string[]): Promise<BenchTable> {
  let tries = 0;
  await product.probe<Reading>();
  const times = await sample(IN_TURN, async (n) => {
    const status = await signIn(product.url, emails[n % emails.length] ?? '');
    if (status !== 200) throw new Error(`a sign-in responded ${status}`);
    tries += 1;
  });
  const { cpuMs } = await product.probe<Reading>();
  return {
    title: `Sequential password sign-ins, on sqlite`,
    columns: ['milliseconds', 'p50', 'p95', "the server's CPU, each"],
    rows: [
      [`${IN_TURN} times`, ...[percentile(times, 0.5), percentile(times, 0.95), cpuMs / tries].map(show)],
    ],
  };
}

const show = (figure: number) => figure.toFixed(2);

interface Chat {
  acks: number[];
  reading: Reading;
}

function compare(alone: Chat, beside: Chat): BenchTable {
  const figures: [string, (chat: Chat) => number][] = [
    ['send to ack, p50', ({ acks }) => percentile(acks, 0.5)],
    ['send to ack, p99', ({ acks }) => percentile(acks, 0.99)],
    ["delay of the server's event loop, p99", ({ reading }) => reading.loopDelayP99Ms],
    ['the same, at most', ({ reading }) => reading.loopDelayMaxMs],
  ];
  return {
    title: `Chat on 2 sockets (${alone.acks.length} messages alone, ${beside.acks.length} beside sign-ins)`,
    columns: ['milliseconds', 'alone', `beside ${AT_ONCE} sign-ins at once`, 'ratio'],
    rows: figures.map(([name, of]) => [
      name,
      show(of(alone)),
      show(of(beside)),
      show(of(beside) / of(alone)),
    ]),
  };
}

async function chatAndStorms(product: Product, emails: string[]): Promise<BenchTable[]> {
  const conversation = await startConversation(product.url);
  const workerData: Storm = { url: product.url, emails };
  const worker = new Worker(new URL('./sign-in/storm.ts', import.meta.url), { workerData });
  const storms: { outcome: Outcome; ms: number }[] = [];
  async function storm(): Promise<void> {
    const from = performance.now();
    const result = once(worker, 'message') as Promise<[Outcome]>;
    worker.postMessage(AT_ONCE);
    const [outcome] = await result;
    storms.push({ outcome, ms: performance.now() - from });
  }
  try {
    // Warm-up: one run of each that is not counted.
    await chatUntil(storm(), conversation);
    await chatUntil(pause(ALONE_MS / 5), conversation);
    storms.length = 0;

    await product.probe<Reading>();
    const acksAlone = await chatUntil(pause(ALONE_MS), conversation);
    const alone = { acks: acksAlone, reading: await product.probe<Reading>() };
    const acks: number[] = [];
    for (let n = 0; n < STORMS; n += 1) acks.push(...(await chatUntil(storm(), conversation)));
    const beside = { acks, reading: await product.probe<Reading>() };
    return [compare(alone, beside), describeStorms(storms)];
  } finally {
    for (const socket of conversation.sockets) socket.disconnect();
    await worker.terminate();
  }
}

function describeStorms(storms: { outcome: Outcome; ms: number }[]): BenchTable {
  return {
    title: `${AT_ONCE} sign-ins at once, ${storms.length} times`,
    columns: ['storm', 'signed in', 'responded 503', 'other responses', 'total milliseconds'],
    rows: storms.map(({ outcome: { 200: signedIn = 0, 503: busy = 0 }, ms }, n) => [
      n + 1,
      signedIn,
      busy,
      AT_ONCE - signedIn - busy,
      ms.toFixed(0),
    ]),
  };
}

/** The cost of a sign-in, and the effect of many concurrent sign-ins on chat. */
export async function bench(): Promise<BenchTable[]> {
  const dir = makeTempDir();
  const product = await startProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port: await freePort(),
    env: { AUTH_AUTOCONFIRM: 'true' },
    preload: new URL('../support/measuring/probe.ts', import.meta.url),
  });
  try {
    const emails: string[] = [];
    for (let n = 0; n < ACCOUNTS; n += 1) emails.push((await signUp(product.url)).email);
    return [await signInsInTurn(product, emails), ...(await chatAndStorms(product, emails))];
  } finally {
    await product.stop();
    dir.remove();
  }
}
