import type { EventPayload } from '@selvedge/shared/realtime';
import { expect, test, vi } from 'vitest';
import { blockPerson } from '../../server/src/blocks/change-block.ts';
import { noPublish } from '../../server/src/core/publish.ts';
import type { Database } from '../../server/src/db/database.ts';
import { singleNode } from '../../server/src/nodes/bus.ts';
import { createLog } from '../../server/src/observability/log.ts';
import { createPresence } from '../../server/src/realtime/presence/presence.ts';
import { findPartners } from '../../server/src/realtime/presence/queries.ts';
import { addPerson } from '../support/people/market.ts';
import { startTalk } from '../support/people/talk.ts';
import { describeOnBothEngines } from '../support/servers/database.ts';

type Told = EventPayload<'presence'> & { to: string };

function open(db: Database, awayMs: number) {
  const told: Told[] = [];
  const presence = createPresence({
    bus: singleNode,
    db,
    log: createLog('error'),
    publish: {
      ...noPublish,
      toPerson: (to, _, payload) => void told.push({ to, ...(payload as EventPayload<'presence'>) }),
    },
    awayMs,
  });
  return { presence, told };
}
const tellNobody = () => undefined;

describeOnBothEngines('presence', (openDb) => {
  test('partners are those with whom a word was said and no block stands between', async () => {
    const db = await openDb();
    const { ctx, seller, buyer, say } = await startTalk(db);
    const partnersOf = (id: string, limit = 10) => db.read((conn) => findPartners(conn, id, limit));
    expect(await partnersOf(buyer.id)).toEqual(new Set());
    await say(buyer, 'Hello');
    expect(await partnersOf(buyer.id)).toEqual(new Set([seller.id]));
    expect(await partnersOf(seller.id)).toEqual(new Set([buyer.id]));
    expect(await partnersOf(seller.id, 0)).toEqual(new Set());
    await blockPerson(ctx, buyer, seller.id);
    expect(await partnersOf(buyer.id)).toEqual(new Set());
    expect(await partnersOf(seller.id)).toEqual(new Set());
    expect(await partnersOf((await addPerson(db, 'stranger')).id)).toEqual(new Set());
  });

  test('who closes their last tab is away after a while, and was never away when they come back before', async () => {
    const db = await openDb();
    const { seller, buyer, say } = await startTalk(db);
    await say(buyer, 'Hello');
    const patient = open(db, 60_000);
    await patient.presence.arrived(seller.id, tellNobody);
    await patient.presence.arrived(buyer.id, tellNobody);
    patient.presence.left(buyer.id, false);
    await patient.presence.arrived(buyer.id, tellNobody);
    expect(patient.told).toEqual([{ to: seller.id, userId: buyer.id, online: true }]);
    patient.presence.close();

    const quick = open(db, 1);
    await quick.presence.arrived(seller.id, tellNobody);
    await quick.presence.arrived(buyer.id, tellNobody);
    await quick.presence.arrived(buyer.id, tellNobody);
    quick.presence.left(buyer.id, false);
    await new Promise((resolve) => setTimeout(resolve, 20));
    // One tab is still there.
    expect(quick.told).toHaveLength(1);
    quick.presence.left(buyer.id, false);
    await vi.waitFor(() =>
      expect(quick.told.at(-1)).toEqual({ to: seller.id, userId: buyer.id, online: false }),
    );
    // Who is away is told nothing.
    quick.presence.left(seller.id, true);
    expect(quick.told).toHaveLength(2);
    quick.presence.close();
  });

  test('many tabs and many changes cost one reading of the partners', async () => {
    const db = await openDb();
    const { seller, buyer, say } = await startTalk(db);
    await say(buyer, 'Hello');
    const read = vi.spyOn(db, 'read');
    const { presence } = open(db, 60_000);
    for (let i = 0; i < 20; i += 1) await presence.arrived(buyer.id, tellNobody);
    await presence.arrived(seller.id, tellNobody);
    for (let i = 0; i < 20; i += 1) presence.left(buyer.id, false);
    await presence.arrived(buyer.id, tellNobody);
    expect(read).toHaveBeenCalledTimes(2);
    presence.close();
  });
});
