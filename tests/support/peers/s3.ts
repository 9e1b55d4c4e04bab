import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { AwsClient } from 'aws4fetch';
import type { S3Settings } from '../../../server/src/platform/media/s3-settings.ts';
import { makeTempDir } from '../servers/temp.ts';

const BUCKET = 'pictures';
/** The only key pair that the peer knows. */
const KEY = 'S3RVER';
/** The suffix of an object's file; its metadata is in a file beside it. */
const OBJECT = '._S3rver_object';

/** Starts an S3-compatible store on loopback that checks signatures, with one empty bucket. */
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
  const client = new AwsClient({
    accessKeyId: KEY,
    secretAccessKey: KEY,
    region: 'us-east-1',
    service: 's3',
  });
  return {
    port,
    /** @param endpoint another address, if there is a proxy in between. */
    settings: (endpoint = url): S3Settings => ({
      endpoint,
      bucket: BUCKET,
      region: 'us-east-1',
      accessKeyId: KEY,
      secretAccessKey: KEY,
    }),
    /** The same settings as environment variables. */
    env: (endpoint: string): Record<string, string> => ({
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    }),
    /** Fetches an object without signature or secret: the peer allows public reads. */
    fetch: (key: string) => fetch(`${url}/${BUCKET}/${key}`),
    /** Stores an object. */
    async write(key: string, body: string): Promise<void> {
      const response = await client.fetch(`${url}/${BUCKET}/${key}`, { method: 'PUT', body });
      if (!response.ok) throw new Error(`the peer responded with ${response.status}`);
    },
    /** The keys of all its objects, in order. */
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
