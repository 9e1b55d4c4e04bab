import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import type { Env } from '../../server/src/endpoint.ts';
import { createHttpServer } from '../../server/src/http-server.ts';

async function listen(headersMs?: number): Promise<number> {
  const server = createHttpServer(new Hono<Env>(), headersMs).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  expect(server.headersTimeout).toBe(headersMs ?? 10_000);
  expect(server.requestTimeout).toBe(300_000);
  return (server.address() as AddressInfo).port;
}

test('who never ends the head of a request is answered 408 and hung up on', async () => {
  await listen();
  // As it is, but for the ten seconds.
  const socket = connect(await listen(100), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\nX-Slow: ');
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});
