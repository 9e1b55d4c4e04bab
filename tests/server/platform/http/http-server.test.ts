import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Env } from '../../../../server/src/platform/http/endpoint.ts';
import { createHttpServer } from '../../../../server/src/platform/http/http-server.ts';
import { cutSlowSenders } from '../../../../server/src/platform/http/slow-sender.ts';

async function listen(headersMs?: number): Promise<number> {
  const server = createHttpServer(new Hono<Env>(), headersMs).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  expect(server.headersTimeout).toBe(headersMs ?? 10_000);
  expect(server.requestTimeout).toBe(300_000);
  return (server.address() as AddressInfo).port;
}

test('a client that never finishes its headers gets 408', {
  tags: ['slow-senders'],
}, async () => {
  await listen();
  // The real server, with a shorter limit than its ten seconds.
  const socket = connect(await listen(100), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\nX-Slow: ');
  let response = '';
  for await (const chunk of socket) response += String(chunk);
  expect(response).toMatch(/^HTTP\/1\.1 408 /);
});

test('an idle connection stays open longer than in proxies', async () => {
  const response = await fetch(`http://127.0.0.1:${await listen()}/`);
  const [, seconds] = /timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});

/** Starts a server that checks for slow senders by a fake clock, and sends only the headers of a request. */
async function beginSending() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  cutSlowSenders(server);
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  const received = once(server, 'request') as Promise<[IncomingMessage]>;
  socket.write('POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 1000000\r\n\r\n');
  const [request] = await received;
  /** Sends some bytes and waits until the server has received them. */
  const send = async (bytes: number) => {
    const due = request.socket.bytesRead + bytes;
    socket.write(Buffer.alloc(bytes));
    await vi.waitUntil(() => request.socket.bytesRead === due);
  };
  return { socket, request, send };
}

test('a body sent too slowly is cut off', {
  tags: ['slow-senders'],
}, async () => {
  const { socket, request, send } = await beginSending();
  request.resume();
  for (let minutes = 0; minutes < 2; minutes += 0.25) {
    await send(4_096);
    vi.advanceTimersByTime(15_000);
  }
  expect(request.socket.destroyed).toBe(false);
  const closed = once(socket, 'close');
  await send(4_095);
  vi.advanceTimersByTime(18_000);
  expect(request.socket.destroyed).toBe(true);
  await closed;
});

test('a body that is not being read may wait', async () => {
  const { request, send } = await beginSending();
  await send(100);
  vi.advanceTimersByTime(60_000);
  expect(request.socket.destroyed).toBe(false);
});
