import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '../../server/src/uploads/s3-settings.ts';
import { makeTempDir } from './temp.ts';

const BUCKET = 'pictures';
/** The peer knows no other pair. */
const KEY = 'S3RVER';
/** How it names the file of an object; beside it lies what it knows of it. */
const OBJECT = '._S3rver_object';

/** A store that speaks S3 and checks signatures, on loopback, with one empty bucket. */
export async function startS3() {
  const dir = makeTempDir();
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: dir.path,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  const url = `http://127.0.0.1:${port}`;
  return {
    port,
    /** @param endpoint when there is something on the way to it. */
    settings: (endpoint = url): S3Settings => ({
      endpoint,
      bucket: BUCKET,
      region: 'us-east-1',
      accessKeyId: KEY,
      secretAccessKey: KEY,
    }),
    /** The same as a process is told. */
    env: (endpoint: string): Record<string, string> => ({
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    }),
    /** An object as everybody can fetch it here. */
    fetch: (key: string) => fetch(`${url}/${BUCKET}/${key}`),
    /** The keys of all that it holds, in order. */
    objects: (): string[] =>
      readdirSync(join(dir.path, BUCKET), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith(OBJECT))
        .map((name) => name.slice(0, -OBJECT.length))
        .sort(),
    async close(): Promise<void> {
      const closed = server.close();
      server.httpServer.closeAllConnections();
      await closed;
      dir.remove();
    },
  };
}
export type S3Peer = Awaited<ReturnType<typeof startS3>>;
