import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { makeTempDir } from '../../support/servers/temp.ts';

const NODES = 4;
const STARTS = 50;

/** The source of a node: in each folder, it waits for all other nodes, then derives a key. */
const NODE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { url, folders, nodes, arrived } = workerData;
  const counts = new Int32Array(arrived);
  import(url).then(({ createSecret }) => {
    parentPort.postMessage(folders.map((folder, i) => {
      Atomics.add(counts, i, 1);
      while (Atomics.load(counts, i) < nodes);
      return Buffer.from(createSecret(undefined, folder)('a purpose')).toString('hex');
    }));
  });
`;

test('nodes that start at once share one secret', async () => {
  const dir = makeTempDir();
  onTestFinished(dir.remove);
  const folders = Array.from({ length: STARTS }, (_, i) => join(dir.path, `${i}`));
  for (const folder of folders) mkdirSync(folder);
  const workerData = {
    url: new URL('../../../server/src/platform/core/secret.ts', import.meta.url).href,
    folders,
    nodes: NODES,
    arrived: new SharedArrayBuffer(STARTS * Int32Array.BYTES_PER_ELEMENT),
  };
  const keys = await Promise.all(
    Array.from({ length: NODES }, async () => {
      const [derived] = await once(new Worker(NODE, { eval: true, workerData }), 'message');
      return derived as string[];
    }),
  );
  for (const derived of keys) expect(derived).toEqual(keys[0]);
  expect(new Set(keys[0]).size).toBe(STARTS);
  for (const folder of folders) expect(readdirSync(join(folder, 'secrets'))).toEqual(['auth']);
});
