import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { build } from '../../scripts/build.ts';
import { freePort } from '../../scripts/free-port.ts';
import { startHerd } from '../support/clients/herd.ts';
import { largestAvif, phonePhoto } from '../support/data/pictures.ts';
import { readMessages } from '../support/data/stored-messages.ts';
import { signUpPair } from '../support/servers/drill.ts';
import { createProduct } from '../support/servers/product.ts';
import { isRunning, treeBytes } from '../support/servers/read-process.ts';
import { makeTempDir } from '../support/servers/temp.ts';

const MINUTES = Number(process.env.MINUTES ?? 10);
const MEBIBYTE = 2 ** 20;
const MEMORY = 512 * MEBIBYTE;
const SOCKETS = 500;
const PAIRS = 25;
const MESSAGES_PER_SECOND = 50;
const PHOTO_EVERY_MS = 10_000;
const SAMPLE_MS = 200;
/** Hours: a backup about every two minutes. */
const BACKUP_EVERY = '0.03';
const PATIENCE = { timeout: 120_000, interval: 100 };

const percentile = (sorted: number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
const milliseconds = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  return `p50 ${percentile(sorted, 0.5).toFixed(0)} ms, p99 ${percentile(sorted, 0.99).toFixed(0)} ms`;
};

const formOf = (photo: Blob) => {
  const form = new FormData();
  form.set('image', photo, 'front.jpg');
  return form;
};

/** The demo with its catalogue, which believes to be on a machine of 512 MB, and makes backups. */
async function startDemo(backups: string) {
  await build();
  const dir = makeTempDir();
  const product = createProduct({
    entry: 'server/build/app/demo.js',
    dataDir: dir.path,
    port: await freePort(),
    preload: new URL('../support/measuring/small-machine.ts', import.meta.url),
    env: {
      SELVEDGE_TEST_MEMORY: String(MEMORY),
      ...{ AUTH_AUTOCONFIRM: 'true', ACCESS_TTL: '3600' },
      ...{ BACKUP_DIR: backups, BACKUP_EVERY },
    },
  });
  onTestFinished(async () => {
    await product.stop();
    dir.remove();
  });
  await product.start();
  return { ...product, dataDir: dir.path };
}

/** Samples the memory of a process and its children. */
function watchTree(pid: number) {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, treeBytes(pid));
  }, SAMPLE_MS);
  return {
    peak: () => peak,
    stop: () => clearInterval(timer),
  };
}

/** Runs `work` every `ms` until stopped; a run that takes longer delays the next. */
function every(ms: number, work: () => Promise<void>) {
  let isOver = false;
  const running = (async () => {
    for (let at = performance.now(); !isOver; at += ms) {
      await work();
      await pause(Math.max(0, at + ms - performance.now()));
    }
  })();
  return async () => {
    isOver = true;
    await running;
  };
}

test(
  'a server with 512 MB serves under load',
  async () => {
    const backups = makeTempDir();
    onTestFinished(() => backups.remove());
    const product = await startDemo(backups.path);
    const memory = watchTree(product.pid());
    onTestFinished(memory.stop);
    const pairs = [];
    for (let i = 0; i < PAIRS; i += 1) pairs.push(await signUpPair(product.url));
    const members = pairs.flatMap(({ seller, buyer }) => [seller, buyer]);
    const herd = startHerd(
      product.url,
      members.map(({ token }) => token),
      // Each member has one more below, which writes.
      SOCKETS / members.length - 1,
    );
    onTestFinished(herd.close);
    await vi.waitUntil(() => herd.synced(1) === herd.size, PATIENCE);
    const photo = await phonePhoto({ width: 3_000, height: 4_000 });

    const acked: { id: string; conversation: string }[] = [];
    const [acks, deliveries, uploads]: [number[], number[], number[]] = [[], [], []];
    const refusals: string[] = [];
    const sentAt = new Map<string, number>();
    const stops = pairs.map(({ seller, buyer, id }) => {
      const sockets = [buyer.connect(), seller.connect()];
      for (const socket of sockets)
        socket.on('message:new', ({ message }) => {
          const at = sentAt.get(message.content);
          if (at !== undefined && socket !== sockets[Number(message.content.split(' ')[0])])
            deliveries.push(performance.now() - at);
        });
      // The buyer writes first: until then only they see the conversation.
      let turn = 1;
      const send = async () => {
        turn = 1 - turn;
        const content = `${turn} ${randomUUID()}`;
        const at = performance.now();
        sentAt.set(content, at);
        const message = { conversationId: id, content, type: 'text' as const, clientId: randomUUID() };
        const ack = await sockets[turn]?.timeout(30_000).emitWithAck('message:send', message);
        acks.push(performance.now() - at);
        if (ack?.ok) acked.push({ id: ack.message.id, conversation: id });
        else refusals.push(`message: ${ack?.error.message}`);
      };
      const pending: Promise<void>[] = [];
      // A slow ack delays no further message: members do not wait for it either.
      const stop = every((PAIRS / MESSAGES_PER_SECOND) * 1_000, async () => {
        const sent = send();
        if (pending.push(sent) === 1) await sent;
      });
      return async () => {
        await stop();
        await Promise.all(pending);
        for (const socket of sockets) socket.disconnect();
      };
    });
    const upload = async (file: Blob) => {
      const at = performance.now();
      const member = members[uploads.length % members.length];
      const response = await member?.request('POST', '/api/uploads/listings', formOf(file));
      return { status: response?.status, text: await response?.text(), ms: performance.now() - at };
    };
    stops.push(
      every(PHOTO_EVERY_MS, async () => {
        const { status, text, ms } = await upload(photo);
        if (status === 201) uploads.push(ms);
        else refusals.push(`photo: ${status} ${text}`);
      }),
    );
    const hostile: (number | undefined)[] = [];
    stops.push(every(60_000, async () => void hostile.push((await upload(largestAvif())).status)));

    await pause(MINUTES * 60_000);
    const online = herd.online();
    for (const stop of stops) await stop();
    const made = readdirSync(backups.path).filter((name) => name.endsWith('Z'));
    console.log(
      `${MINUTES} minutes: ${acked.length} messages (acks ${milliseconds(acks)}; deliveries ${milliseconds(deliveries)}), ` +
        `${uploads.length} photos (${milliseconds(uploads)}), ${hostile.length} hostile pictures (${[...new Set(hostile)].join(', ')}), ` +
        `${made.length === 0 ? 'no backup' : 'backups'}; at most ${Math.round(memory.peak() / MEBIBYTE)} MB. ` +
        'The memory is measured: proportional set size of the server and its children, every 0.2 s',
    );
    expect(refusals).toEqual([]);
    expect(new Set(hostile)).toEqual(new Set([400]));
    expect([isRunning(product.pid()), online]).toEqual([true, herd.size]);
    expect(made).not.toEqual([]);
    const { byConversation, integrity } = readMessages(product.dataDir);
    expect(integrity).toBe('ok');
    const stored = new Set([...byConversation.values()].flat().map(({ id }) => id));
    expect(acked.filter(({ id }) => !stored.has(id))).toEqual([]);
    expect(acked.length).toBeGreaterThan(MINUTES * 60 * MESSAGES_PER_SECOND * 0.8);
    expect(deliveries.length).toBeGreaterThanOrEqual(acked.length);
    expect(product.output()).not.toContain('"level":50');
    expect(memory.peak()).toBeLessThan(MEMORY);
  },
  (MINUTES + 10) * 60_000,
);
