import type { EventPayload } from '@selvedge/shared/platform/realtime';
import { expect, test, vi } from 'vitest';
import { createPresence } from '../../server/src/conversations/presence/presence.ts';
import { findPartners } from '../../server/src/conversations/presence/queries.ts';
import { blockMember } from '../../server/src/members/blocks/change-block.ts';
import { noPublish } from '../../server/src/platform/core/publish.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { singleNode } from '../../server/src/platform/nodes/bus.ts';
import { createLog } from '../../server/src/platform/observability/log.ts';
import { addMember } from '../support/people/market.ts';
import { storeConversation } from '../support/people/stored-conversation.ts';
import { describeOnEngines } from '../support/servers/database.ts';

type Sent = EventPayload<'presence'> & { to: string };

function open(db: Database, awayMs: number) {
  const sent: Sent[] = [];
  const presence = createPresence({
    bus: singleNode,
    db,
    log: createLog('error'),
    publish: {
      ...noPublish,
      toMember: (to, _, payload) => void sent.push({ to, ...(payload as EventPayload<'presence'>) }),
    },
    awayMs,
  });
  return { presence, sent };
}
const ignore = () => undefined;

describeOnEngines('presence', ({ openDb }) => {
  test('partners are members who have exchanged messages', async () => {
    const db = await openDb();
    const { ctx, seller, buyer, send } = await storeConversation(db);
    const partnersOf = (id: string, limit = 10) => db.read((conn) => findPartners(conn, id, limit));
    expect(await partnersOf(buyer.id)).toEqual(new Set());
    await send(buyer, 'Hello');
    expect(await partnersOf(buyer.id)).toEqual(new Set([seller.id]));
    expect(await partnersOf(seller.id)).toEqual(new Set([buyer.id]));
    expect(await partnersOf(seller.id, 0)).toEqual(new Set());
    await blockMember(ctx, buyer, seller.id);
    expect(await partnersOf(buyer.id)).toEqual(new Set());
    expect(await partnersOf(seller.id)).toEqual(new Set());
    expect(await partnersOf((await addMember(db, 'stranger')).id)).toEqual(new Set());
  });

  test('a member goes offline after closing the last tab', async () => {
    const db = await openDb();
    const { seller, buyer, send } = await storeConversation(db);
    await send(buyer, 'Hello');
    const patient = open(db, 60_000);
    await patient.presence.arrived(seller.id, ignore);
    await patient.presence.arrived(buyer.id, ignore);
    patient.presence.left(buyer.id, false);
    await patient.presence.arrived(buyer.id, ignore);
    expect(patient.sent).toEqual([{ to: seller.id, userId: buyer.id, online: true }]);
    patient.presence.close();

    const quick = open(db, 1);
    await quick.presence.arrived(seller.id, ignore);
    await quick.presence.arrived(buyer.id, ignore);
    await quick.presence.arrived(buyer.id, ignore);
    quick.presence.left(buyer.id, false);
    await new Promise((resolve) => setTimeout(resolve, 20));
    // One tab is still open.
    expect(quick.sent).toHaveLength(1);
    quick.presence.left(buyer.id, false);
    await vi.waitFor(() =>
      expect(quick.sent.at(-1)).toEqual({ to: seller.id, userId: buyer.id, online: false }),
    );
    // No events are sent to an offline member.
    quick.presence.left(seller.id, true);
    expect(quick.sent).toHaveLength(2);
    quick.presence.close();
  });

  test('partners are read once per arrival', async () => {
    const db = await openDb();
    const { seller, buyer, send } = await storeConversation(db);
    await send(buyer, 'Hello');
    const read = vi.spyOn(db, 'read');
    const { presence } = open(db, 60_000);
    for (let i = 0; i < 20; i += 1) await presence.arrived(buyer.id, ignore);
    await presence.arrived(seller.id, ignore);
    for (let i = 0; i < 20; i += 1) presence.left(buyer.id, false);
    await presence.arrived(buyer.id, ignore);
    expect(read).toHaveBeenCalledTimes(2);
    presence.close();
  });
});
