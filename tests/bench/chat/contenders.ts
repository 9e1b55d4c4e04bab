import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { freePort } from '../../../scripts/free-port.ts';
import type { Reading } from '../../support/measuring/probe.ts';
import { startProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';
import { type Pair, populate } from './populate.ts';

export interface Contender<R extends Reading = Reading> {
  name: string;
  url: string;
  pairs: Pair[];
  probe(): Promise<R>;
  /** Sets a mark at the end of the stored messages. @returns the client ids stored since the previous mark */
  storedSince(): string[] | Promise<string[]>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export const PROBE = new URL('../../support/measuring/probe.ts', import.meta.url);

async function start(
  entry: 'server/build/app/main.js' | 'tests/bench/chat/relay.ts',
  env: Record<string, string>,
) {
  const dir = makeTempDir();
  const product = await startProduct({
    entry,
    dataDir: dir.path,
    port: await freePort(),
    env,
    preload: PROBE,
  });
  return {
    dir,
    product,
    async stop() {
      await product.stop();
      dir.remove();
    },
  };
}

/**
 * Reads the client ids of messages from a database that another process writes.
 * @param clientId the SQL expression of a message's client id
 */
export function createReader(file: string, clientId = 'client_id'): () => string[] {
  let mark = 0;
  return () => {
    const sqlite = new Sqlite(file, { readonly: true });
    const rows = sqlite
      .prepare(`select rowid as place, ${clientId} as clientId from messages where rowid > ? order by rowid`)
      .all(mark) as { place: number; clientId: string }[];
    sqlite.close();
    mark = rows.at(-1)?.place ?? mark;
    return rows.map(({ clientId }) => clientId);
  };
}

/**
 * The product as `npm start` runs it, with `count` pairs of members created by `bring`, by default through
 * sign-up.
 */
export async function startSelvedge(count: number, bring = populate): Promise<Contender> {
  const { dir, product, stop } = await start('server/build/app/main.js', {
    AUTH_AUTOCONFIRM: 'true',
    // Tokens must outlive the run.
    ACCESS_TTL: '3600',
  });
  const file = join(dir.path, 'selvedge.db');
  return {
    name: 'Selvedge',
    url: product.url,
    pairs: await bring(product.url, `file:${file}`, count),
    probe: product.probe,
    storedSince: createReader(file),
    async restart() {
      await product.stop();
      await product.start();
    },
    stop,
  };
}

/** The relay's pairs: all members have a number, and so do all conversations. */
export const relayPairs = (count: number): Pair[] =>
  Array.from({ length: count }, (_, n) => ({
    tokens: [String(2 * n + 1), String(2 * n + 2)],
    conversationId: String(n + 1),
    isRelay: true,
  }));

/** The relay's SQL for a message's client id, which the load puts in front of the text. */
export const RELAY_CLIENT_ID = 'substr(content, 1, 36)';

export async function startRelay(count: number): Promise<Contender> {
  const { dir, product, stop } = await start('tests/bench/chat/relay.ts', {});
  return {
    name: 'the relay',
    url: product.url,
    pairs: relayPairs(count),
    probe: product.probe,
    storedSince: createReader(join(dir.path, 'relay.db'), RELAY_CLIENT_ID),
    async restart() {
      await product.stop();
      await product.start();
    },
    stop,
  };
}
