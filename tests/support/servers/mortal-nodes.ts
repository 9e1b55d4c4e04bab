import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { readConfig } from '../../../server/src/config.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import type { NewNotice } from '../../../server/src/platform/core/notice.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { insertRows } from '../data/rows.ts';
import { startPushPeer } from '../peers/push-peer.ts';
import { openAccounts } from '../people/accounts.ts';
import { createDatabase, type Engine } from './database.ts';
import { makeTempDir } from './temp.ts';

/** Where a node is killed while it delivers a notice. */
export const STEPS = [
  'change stored',
  'notice stored',
  'push leased',
  'push sent',
  'mail composed',
  'mail stored',
  'mail sent',
] as const;
export type Step = (typeof STEPS)[number];

/** What a node is asked to do, or which notice to store. */
export type Question =
  | 'rows'
  | 'waiting mails'
  | 'end leases'
  | NewNotice
  | { search: string; as: Actor }
  | { discount: string };

/** The row of a notice, as it comes from a node. */
export interface StoredNotice {
  id: string;
  kind: string;
  listingId: string | null;
  pushAt: string | null;
  mailAt: string | null;
  mailedAt: string | null;
}

function startNode(env: Record<string, string>) {
  let child: ChildProcess;
  let asked = 0;
  async function start(): Promise<void> {
    child = fork(new URL('mortal-node.ts', import.meta.url), { env: { PATH: process.env.PATH, ...env } });
    await once(child, 'message');
  }
  return {
    start,
    hasEnded: () => child.signalCode !== null || child.exitCode !== null,
    /** Rejects if the node is killed before it answers. */
    ask<T>(question: Question): Promise<T> {
      asked += 1;
      const id = asked;
      return new Promise((resolve, reject) => {
        const listen = (message: { id: number; answer: T }) => {
          if (message.id !== id) return;
          child.off('message', listen);
          resolve(message.answer);
        };
        child.on('message', listen);
        child.setMaxListeners(0).once('exit', () => reject(new Error('killed')));
        child.send({ id, question }, (error) => error && reject(error));
      });
    },
    async stop(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Nodes on one database, a member with a subscribed browser, and what reaches their push service and mailbox. */
export async function startMortalNodes(
  engine: Engine,
  count: number,
  killAt: Step,
  prepare?: (db: Database, member: Actor) => Promise<void>,
) {
  const dir = makeTempDir();
  const database = await createDatabase(engine);
  const peer = await startPushPeer(() => writeFileSync(join(dir.path, 'pushed'), ''));
  const shared = { DATABASE_URL: database.url, DATA_DIR: dir.path, LOG_LEVEL: 'error', RATE_LIMITS: 'off' };
  const db = await openDatabase(database.url, createLog('error'));
  const accounts = await openAccounts(readConfig(shared), db);
  const [member, other] = [await accounts.join('marlow', { isProven: true }), await accounts.join('odile')];
  const { endpoint, keys } = peer.subscription('/phone');
  await insertRows(db, 'pushSubscriptions', {
    ...{ id: crypto.randomUUID(), endpoint, ...keys, userId: member.id, sessionId: member.sessionId },
    createdAt: new Date(),
  });
  await prepare?.(db, member);
  await db.close();
  const env = { ...shared, KILL_AT: killAt, SHARED_DIR: dir.path, PUSH_CA: peer.cert };
  const nodes: ReturnType<typeof startNode>[] = [];
  for (let i = 0; i < count; i += 1) nodes.push(startNode({ ...env, PORT: String(await freePort()) }));
  for (const node of nodes) await node.start();
  onTestFinished(async () => {
    for (const node of nodes) await node.stop();
    await peer.close();
    await database.remove();
    dir.remove();
  });
  let wasRevived = false;
  return {
    ...{ nodes, peer, member, other },
    wasKilled: () => wasRevived || nodes.some((node) => node.hasEnded()),
    /** Starts killed nodes again, and lets the time of their leases pass. */
    async revive(): Promise<void> {
      for (const node of nodes) {
        if (!node.hasEnded()) continue;
        await node.start();
        wasRevived = true;
      }
      await nodes[0]?.ask('end leases');
    },
    /** The mails that the mail server accepted, by id: receivers show those with the same id once. */
    mails(): Map<string, string> {
      const file = join(dir.path, 'mails');
      const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
      return new Map(lines.map((line) => [line.slice(0, 36), line.slice(37)]));
    },
  };
}
