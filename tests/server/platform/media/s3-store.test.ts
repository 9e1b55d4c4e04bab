import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../../scripts/free-port.ts';
import { ConfigError, readConfig } from '../../../../server/src/config.ts';
import {
  newChatImageKey,
  newPhotoKey,
  newPortraitKey,
} from '../../../../server/src/platform/media/media-key.ts';
import type { S3Settings } from '../../../../server/src/platform/media/s3-settings.ts';
import { createS3Store } from '../../../../server/src/platform/media/s3-store.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { startS3 } from '../../../support/peers/s3.ts';

const person = '01900000-0000-7000-8000-000000000001';
const at = new Date(1_700_000_000_000);
const key = newPhotoKey(person, 'front.jpg', at);
const BYTES = Buffer.from('a picture');

/** A store with the lines it has logged. */
function open(settings: S3Settings) {
  const logged: string[] = [];
  const log = createLog('info', { write: (line: string) => void logged.push(line) });
  return { store: createS3Store(settings, log), logged };
}
const down = { code: 'storage_down', retryAfter: 30 };

async function startPeer() {
  const peer = await startS3();
  onTestFinished(peer.close);
  return peer;
}

/** A store that responds to each request as the test scripts it. */
async function startScript(replies: ((request: IncomingMessage, response: ServerResponse) => void)[]) {
  const requests: string[] = [];
  const http = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    const reply = replies.shift();
    if (reply) reply(request, response);
    else response.writeHead(200).end();
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const settings = { endpoint, bucket: 'b', region: 'r', accessKeyId: 'k', secretAccessKey: 's' };
  return { ...open(settings), requests };
}
const failing = (_: IncomingMessage, response: ServerResponse) => void response.writeHead(503).end();
const cut = (request: IncomingMessage) => void request.socket.destroy();

describe('the settings of the photo store', () => {
  const complete = {
    S3_ENDPOINT: 'https://s3.example/',
    S3_BUCKET: 'b-1',
    S3_ACCESS_KEY_ID: 'k',
    S3_SECRET_ACCESS_KEY: 's',
  };

  test('are either all set or none', () => {
    expect(readConfig({}).s3).toBeNull();
    expect(readConfig(complete).s3).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'b-1',
      region: 'us-east-1',
      accessKeyId: 'k',
      secretAccessKey: 's',
    });
    expect(readConfig({ ...complete, S3_REGION: 'eu-west-1' }).s3?.region).toBe('eu-west-1');
    for (const missing of Object.keys(complete)) {
      expect(() => readConfig({ ...complete, [missing]: '' }), missing).toThrow(ConfigError);
    }
    expect(() => readConfig({ S3_REGION: 'eu-west-1', PORT: 'none' })).toThrow(/PORT[\s\S]*S3_ENDPOINT/);
  });

  test('include a valid endpoint', () => {
    expect(() => readConfig({ ...complete, S3_ENDPOINT: 'ftp://s3.example' })).toThrow(/S3_ENDPOINT/);
    expect(() => readConfig({ ...complete, S3_BUCKET: 'a/b' })).toThrow(/S3_BUCKET/);
  });
});

test("the store receives each object's type", async () => {
  const peer = await startPeer();
  const { store } = open(peer.settings());
  const keys = [key, newChatImageKey(person, 'seam', at), newPortraitKey(person, at)];
  for (const one of keys) await store.put(one, BYTES);
  expect(peer.objects()).toEqual(keys.toSorted());
  const headersOf = await Promise.all(
    keys.map(async (one) => {
      const { headers } = await peer.fetch(one);
      return [headers.get('content-type'), headers.get('cache-control')];
    }),
  );
  expect(headersOf).toEqual([
    ['image/webp', 'public, max-age=31536000, immutable'],
    ['image/webp', 'private, no-store'],
    ['image/png', 'public, max-age=31536000, immutable'],
  ]);
});

test('every operation fails with a wrong secret', async () => {
  const peer = await startPeer();
  await open(peer.settings()).store.put(key, BYTES);
  const { store, logged } = open({ ...peer.settings(), secretAccessKey: 'guessed' });
  await expect(store.put(newPhotoKey(person, 'back', at), BYTES)).rejects.toMatchObject(down);
  await expect(store.read(key)).rejects.toMatchObject(down);
  await expect(store.remove(key)).rejects.toMatchObject(down);
  await expect(store.list().next()).rejects.toMatchObject(down);
  await expect(store.check()).rejects.toMatchObject(down);
  expect(peer.objects()).toEqual([key]);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('SignatureDoesNotMatch');
  expect(logged[0]).not.toContain('guessed');
});

test('a missing bucket is an error', async () => {
  const peer = await startPeer();
  const { store } = open({ ...peer.settings(), bucket: 'elsewhere' });
  await expect(store.read(key)).rejects.toMatchObject(down);
  await expect(store.check()).rejects.toMatchObject(down);
});

test('every operation fails if no store is listening', async () => {
  const peer = await startPeer();
  const { store } = open(peer.settings(`http://127.0.0.1:${await freePort()}`));
  await expect(store.put(key, BYTES)).rejects.toMatchObject(down);
  await expect(store.read(key)).rejects.toMatchObject(down);
  await expect(store.check()).rejects.toMatchObject(down);
});

test('a failing request is tried three times in all', async () => {
  const stumbling = await startScript([failing, cut]);
  await stumbling.store.put(key, BYTES);
  expect(stumbling.requests).toEqual(Array(3).fill(`PUT /b/${key}`));

  const failed = await startScript([failing, cut, failing]);
  await expect(failed.store.put(key, BYTES)).rejects.toMatchObject(down);
  await failed.store.put(key, BYTES);
  expect(failed.requests).toHaveLength(4);
  expect(failed.logged.map((line) => JSON.parse(line).msg)).toEqual([
    'the photo store is unavailable',
    'the photo store is available again',
  ]);
});

test('a truncated response is no complete picture', async () => {
  const { store } = await startScript([
    (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half');
      setImmediate(() => response.destroy());
    },
  ]);
  const file = await store.read(key);
  await expect(new Response(file?.body).arrayBuffer()).rejects.toThrow();
});

test('a redirect of the store is not followed', { tags: ['request-forgery'] }, async () => {
  const { store, requests } = await startScript([
    (_, response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
  ]);
  await expect(store.put(key, BYTES)).rejects.toMatchObject(down);
  expect(requests).toEqual([`PUT /b/${key}`]);
});
