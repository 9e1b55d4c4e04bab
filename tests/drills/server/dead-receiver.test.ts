import { expect, test, vi } from 'vitest';
import { insertWebhook } from '../../../server/src/notifications/webhooks/queries.ts';
import { recordPing } from '../../../server/src/notifications/webhooks/record-events.ts';
import { sealSecret } from '../../../server/src/notifications/webhooks/secrets.ts';
import { newSecret } from '../../../server/src/notifications/webhooks/signature.ts';
import { openHooked } from '../../support/people/hooked.ts';
import { bothEngines } from '../../support/servers/database.ts';

const COUNT = 1_000;
const ROUNDS = 3;
const P95_MAX_MS = 2_000;

test.each(bothEngines())(
  'a dead receiver delays none of a thousand others (%s)',
  async (engine) => {
    const { world, peer } = await openHooked({ engine });
    const { ctx } = world.product;
    const member = await world.join('marlow');
    const secret = sealSecret(ctx, newSecret());
    const hooks = Array.from({ length: COUNT + 1 }, (_, i) => ({
      ...{ id: crypto.randomUUID(), ownerId: member.id, isInstance: false, secret, createdAt: new Date() },
      url: `${peer.url}/${i}`,
      events: ['deal.confirmed' as const],
    }));
    await world.db.transact(async (tx) => {
      for (const hook of hooks) await insertWebhook(tx, hook);
    });
    const arrivals = new Map<string, number>();
    peer.answers.set('/0', () => undefined);
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const sentAt = new Map<string, number>();
      arrivals.clear();
      for (let i = 0; i <= COUNT; i += 1) {
        peer.answers.set(`/${i}`, (_request, response) => {
          if (i === 0) return;
          arrivals.set(`/${i}`, performance.now());
          response.writeHead(204).end();
        });
      }
      // The dead one has something to send all the time.
      for (const [i, { id }] of hooks.entries()) {
        await world.db.transact((tx) => recordPing(ctx, tx, id));
        sentAt.set(`/${i}`, performance.now());
      }
      await vi.waitUntil(() => arrivals.size === COUNT, { timeout: 60_000, interval: 10 });
      for (const [path, at] of arrivals) took.push(at - (sentAt.get(path) ?? 0));
    }
    took.sort((a, b) => a - b);
    const [p50, p95] = [0.5, 0.95].map((share) => Math.round(took[Math.floor(took.length * share)] ?? 0));
    console.log(`${engine}: ${took.length} deliveries beside a dead receiver, p50 ${p50} ms, p95 ${p95} ms`);
    expect(p95).toBeLessThanOrEqual(P95_MAX_MS);
  },
  240_000,
);
