import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { createStopping } from '../../../../server/src/platform/http/graceful-stop.ts';
import { createHttpServer } from '../../../../server/src/platform/http/http-server.ts';

const WAITING = 20;

/**
 * Indexes into shared memory, which a blocked thread can still read: the number of connections, and whether
 * the late one may connect.
 */
const [CONNECTED, MAY_CONNECT] = [0, 1];

/**
 * A worker that sends a request on each of its connections, even while the test's thread is blocked, and
 * posts the responses.
 */
const CROWD = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { port, early, late, shared } } = require('node:worker_threads');
  const send = () => new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n', () => {
      Atomics.add(shared, ${CONNECTED}, 1);
      Atomics.notify(shared, ${CONNECTED});
    });
    socket.on('data', (chunk) => { received += chunk; });
    socket.on('error', (error) => resolve(error.code));
    socket.on('close', () => resolve(received.split('\\r\\n')[0]));
  });
  const first = Array.from({ length: early }, send);
  const waited = late && Atomics.waitAsync(shared, ${MAY_CONNECT}, 0).value;
  Promise.resolve(waited)
    .then(() => Promise.all([...first, ...Array.from({ length: late }, send)]))
    .then((responses) => parentPort.postMessage(responses));
`;

/** Blocks the thread that would accept connections. */
function waitForConnected(shared: Int32Array, expected: number): void {
  for (let count = 0; count < expected; count = Atomics.load(shared, CONNECTED)) {
    expect(Atomics.wait(shared, CONNECTED, count, 10_000)).not.toBe('timed-out');
  }
}

/** Starts the worker, and returns once the `early` connections wait to be accepted. */
async function sendCrowd(port: number, { early, late = 0 }: { early: number; late?: number }) {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const crowd = new Worker(CROWD, { eval: true, workerData: { port, early, late, shared } });
  await once(crowd, 'online');
  waitForConnected(shared, early);
  return { shared, responses: once(crowd, 'message') };
}

async function listen(stopDelay: number) {
  const app = new Hono();
  app.get('/', (c) => c.text('here'));
  const stopping = createStopping(stopDelay);
  const http = createHttpServer({ fetch: app.fetch });
  stopping.watch(http);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return { http, stopping, port: (http.address() as AddressInfo).port };
}

test('connections accepted by the kernel are answered before stopping', async () => {
  const { http, stopping, port } = await listen(0);
  const { responses } = await sendCrowd(port, { early: WAITING });
  await stopping.drain(http);
  http.close();
  expect(await responses).toEqual([Array(WAITING).fill('HTTP/1.1 200 OK')]);
});

test('a connection during the last request is answered', async () => {
  const { http, stopping, port } = await listen(0);
  const { shared, responses } = await sendCrowd(port, { early: WAITING, late: 1 });
  const admitLateOne = () => {
    Atomics.store(shared, MAY_CONNECT, 1);
    Atomics.notify(shared, MAY_CONNECT);
  };
  let requests = 0;
  http.on('request', () => {
    requests += 1;
    // Block longer than the shortest timer, so the port is due to close while the others still wait.
    if (requests === 1) Atomics.wait(shared, MAY_CONNECT, 0, 10);
    if (requests !== WAITING) return;
    admitLateOne();
    waitForConnected(shared, WAITING + 1);
  });
  await stopping.drain(http);
  // Admit it even if a request was never handled, so that the responses show why.
  admitLateOne();
  http.close();
  expect(await responses).toEqual([Array(WAITING + 1).fill('HTTP/1.1 200 OK')]);
});

test('responses keep connections open until new ones are refused', async () => {
  const { http, stopping, port } = await listen(2);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const getConnection = async () => {
    const pending = request({ port, host: '127.0.0.1', agent }).end();
    const [response] = (await once(pending, 'response')) as [IncomingMessage];
    await text(response);
    return response.headers.connection;
  };
  const drained = stopping.drain(http);
  expect(stopping.isStopping()).toBe(true);
  expect(await getConnection()).toBe('keep-alive');
  await vi.waitUntil(() => !http.listening, { interval: 5, timeout: 60_000 });
  expect(await getConnection()).toBe('close');
  await drained;
  http.close();
});
