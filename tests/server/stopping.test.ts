import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { createHttpServer } from '../../server/src/http-server.ts';
import { createStopping } from '../../server/src/stopping.ts';

const WAITING = 20;

/** Connects and asks on each connection at once, whatever the test's own thread does; reports what each was answered. */
const CROWD = `
  const { connect } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const connected = new Int32Array(workerData.connected);
  const asked = Array.from({ length: workerData.count }, () => new Promise((resolve) => {
    let said = '';
    const socket = connect(workerData.port, '127.0.0.1', () => {
      Atomics.add(connected, 0, 1);
      Atomics.notify(connected, 0);
    });
    socket.write('GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n');
    socket.on('data', (chunk) => { said += chunk; });
    socket.on('error', (error) => resolve(error.code));
    socket.on('close', () => resolve(said.split('\\r\\n')[0]));
  }));
  Promise.all(asked).then((answers) => parentPort.postMessage(answers));
`;

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

test('connections that the kernel has accepted, and the server not yet, are answered before it stops', async () => {
  const { http, stopping, port } = await listen(0);
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const crowd = new Worker(CROWD, {
    eval: true,
    workerData: { port, count: WAITING, connected: connected.buffer },
  });
  await once(crowd, 'online');
  // Nothing is accepted meanwhile: this is the thread that would.
  for (let count = 0; count < WAITING; count = Atomics.load(connected, 0)) {
    expect(Atomics.wait(connected, 0, count, 10_000)).not.toBe('timed-out');
  }
  const answered = once(crowd, 'message');
  await stopping.drain(http);
  http.close();
  expect(await answered).toEqual([Array(WAITING).fill('HTTP/1.1 200 OK')]);
});

test('responses close their connections once new ones are refused, and not before', async () => {
  const { http, stopping, port } = await listen(2);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const asked = request({ port, host: '127.0.0.1', agent }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    await text(response);
    return response.headers.connection;
  };
  const drained = stopping.drain(http);
  expect(stopping.isStopping()).toBe(true);
  expect(await ask()).toBe('keep-alive');
  await vi.waitUntil(() => !http.listening, { interval: 5, timeout: 30_000 });
  expect(await ask()).toBe('close');
  await drained;
  http.close();
});
