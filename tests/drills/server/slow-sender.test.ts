import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { signUp } from '../../support/people/account.ts';
import { prepareDrill } from '../../support/servers/drill.ts';

const SOCKETS = Number(process.env.SELVEDGE_TEST_SOCKETS ?? 500);
const TICK_MS = 1_000;
/**
 * The server cuts a connection after at most 20 s, when it has sent 20 bytes; a busy machine may delay both.
 * Node's own limit for a body is five minutes.
 */
const TICKS_MAX = 40;
const BOUNDARY = 'xxSelvedgexx';
const PATIENCE = { timeout: 60_000 };

const product = await prepareDrill();

interface Slow {
  what: string;
  socket: Socket;
  /** Bytes sent after the beginning. */
  ticks: number;
  isCut: boolean;
}

/** Sends the beginning immediately, then nothing or one byte per tick. */
async function dawdle(what: string, beginning: string, isSilent: boolean): Promise<Slow> {
  const port = Number(new URL(product.url).port);
  const socket = connect({ port, host: 'localhost' });
  const slow: Slow = { what, socket, ticks: 0, isCut: false };
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  // Unread data would hide the end of the connection.
  socket.resume();
  const timer = setInterval(() => {
    slow.ticks += 1;
    if (!isSilent && !socket.destroyed) socket.write('a');
  }, TICK_MS);
  socket.once('close', () => {
    slow.isCut = true;
    clearInterval(timer);
  });
  if (beginning) socket.write(beginning);
  return slow;
}

const post = (path: string, length: number, headers: string) =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n${headers}\r\n\r\n`;

test('hundreds of idle senders are cut', {
  tags: ['slow-senders'],
  timeout: 180_000,
}, async () => {
  const { token } = await signUp(product.url);
  const upload =
    post(
      '/api/uploads/listings',
      100_000,
      `authorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}`,
    ) +
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  const beginnings = {
    'send nothing': '',
    'never finish their headers': 'GET /api/listings HTTP/1.1\r\nhost: localhost\r\nx-a: ',
    'never finish their body': post('/api/auth/signup', 5_000, 'content-type: application/json'),
    'never finish a sign-up': post('/auth/v1/signup', 5_000, 'content-type: application/json'),
    'never finish a refused body': post('/socket.io/?EIO=4&transport=polling', 5_000, 'a: b'),
  };
  const kinds = Object.entries(beginnings);
  const slow = await Promise.all(
    Array.from({ length: SOCKETS }, (_, i) => {
      const [what, beginning] = kinds[i % kinds.length] as (typeof kinds)[number];
      return dawdle(what, beginning, what === 'send nothing');
    }),
  );
  // The server processes this many uploads of one member at a time; further ones would queue behind them.
  slow.push(await dawdle('never finish a photo', upload, false), await dawdle('fall silent', upload, true));

  const waits: number[] = [];
  while (slow.some(({ isCut, ticks }) => !isCut && ticks <= TICKS_MAX)) {
    const startedAt = performance.now();
    const response = await fetch(`${product.url}/api/listings`);
    await response.arrayBuffer();
    waits.push(performance.now() - startedAt);
    expect(response.status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const p99 = waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0;
  const slowest: Record<string, number> = {};
  for (const { what, ticks } of slow) slowest[what] = Math.max(slowest[what] ?? 0, ticks);
  console.log(
    `${slow.length} slow connections, cut after at most (seconds): ${JSON.stringify(slowest)}; ${waits.length} other requests answered, p99 ${p99.toFixed(0)} ms`,
  );
  for (const { socket } of slow) socket.destroy();
  expect(Object.entries(slowest).filter(([, ticks]) => ticks >= TICKS_MAX)).toEqual([]);
  await vi.waitUntil(() => readdirSync(join(product.dataDir, 'incoming')).length === 0, PATIENCE);
  expect(product.output()).not.toContain('"level":50');
});
