import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { startWebhookPeer } from '../../support/peers/webhook-peer.ts';
import { bothEngines, createDatabase } from '../../support/servers/database.ts';
import { signUpPair } from '../../support/servers/drill.ts';
import { createProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const KILLS = 5;
const MESSAGES_PER_KILL = 20;

test.each(bothEngines())(
  'a server killed repeatedly tells its webhooks everything (%s)',
  async (engine) => {
    const dir = makeTempDir();
    const database = await createDatabase(engine);
    const peer = await startWebhookPeer();
    const env = { AUTH_AUTOCONFIRM: 'true', DATABASE_URL: database.url, WEBHOOK_ALLOW: '127.0.0.0/8' };
    const entry = 'server/build/app/main.js';
    const product = createProduct({ entry, dataDir: dir.path, port: await freePort(), env });
    // PostgreSQL: another node, which lives on.
    const port = await freePort();
    const other = engine === 'postgres' ? createProduct({ entry, dataDir: dir.path, port, env }) : null;
    try {
      await product.start();
      await other?.start();
      const { seller, buyer, id: conversationId } = await signUpPair(product.url);
      const hook = { url: `${peer.url}/seller`, events: ['message.received'] };
      await seller.call('POST', '/api/webhooks', hook);
      const acked: string[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        for (let i = 0; i < MESSAGES_PER_KILL; i += 1) {
          const content = `${kill} ${i}`;
          await buyer.call('POST', '/api/messages', {
            conversationId,
            content,
            type: 'text',
            clientId: randomUUID(),
          });
          acked.push(content);
        }
        await product.kill();
        await product.start();
      }
      const told = () => [...new Set(peer.received.map(({ data }) => data.content as string))];
      await vi.waitUntil(() => told().length >= acked.length, { timeout: 120_000, interval: 50 });
      expect(told()).toEqual(acked);
      console.log(`${engine}: ${acked.length} messages, ${peer.received.length - acked.length} told twice`);
    } finally {
      await product.stop();
      await other?.stop();
      await peer.close();
      await database.remove();
      dir.remove();
    }
  },
  240_000,
);
