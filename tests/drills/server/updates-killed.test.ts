import { expect, test, vi } from 'vitest';
import { insertRows } from '../../support/data/rows.ts';
import { addListing } from '../../support/people/market.ts';
import { bothEngines } from '../../support/servers/database.ts';
import { STEPS, type Step, type StoredNotice, startMortalNodes } from '../../support/servers/mortal-nodes.ts';

const NOTICES = 8;
const PATIENCE = { timeout: 60_000, interval: 50 };

/** On SQLite, there is one node. */
const SETUPS = bothEngines().flatMap((engine) =>
  (engine === 'sqlite' ? [1] : [1, 3]).flatMap((count) =>
    STEPS.map((step): [Step, number, typeof engine] => [step, count, engine]),
  ),
);

type Nodes = Awaited<ReturnType<typeof startMortalNodes>>['nodes'];

/** The updates, once all that is due is delivered: a saved item's next mail may be due tomorrow. */
async function delivered(node: Nodes[number] | undefined, isComplete = (_: StoredNotice[]) => true) {
  let rows: StoredNotice[] = [];
  await vi.waitUntil(async () => {
    rows = (await node?.ask<StoredNotice[]>('rows')) ?? [];
    const soon = Date.now() + 3_600_000;
    const isDone = rows.every(
      ({ pushAt, mailAt }) => pushAt === null && (mailAt === null || Date.parse(mailAt) > soon),
    );
    return isDone && isComplete(rows) && (await node?.ask('waiting mails')) === 0;
  }, PATIENCE);
  return rows;
}

test.each(SETUPS)(
  'a node killed at "%s" delivers each update once (%i on %s)',
  async (step, count, engine) => {
    const { nodes, peer, member, other, wasKilled, revive, mails } = await startMortalNodes(
      engine,
      count,
      step,
    );
    let acked = 0;
    for (let i = 0; i < NOTICES; i += 1) {
      const node = nodes[i % count];
      const notice = { userId: member.id, otherId: other.id, kind: 'vouch-answered' };
      // Stored or not: a killed node does not say.
      await node?.ask(notice).then(
        () => (acked += 1),
        () => revive(),
      );
    }
    await vi.waitUntil(wasKilled, PATIENCE);
    await revive();
    const rows = await delivered(nodes[0]);

    expect(rows.length).toBeGreaterThanOrEqual(acked);
    // A push service and a browser show those with the same topic once.
    const topics = peer.received.map(({ topic }) => topic);
    expect([...new Set(topics)].toSorted()).toEqual(rows.map(({ id }) => id.replaceAll('-', '')).toSorted());
    const repeated = topics.length - new Set(topics).size;
    expect(rows.every(({ mailedAt }) => mailedAt !== null)).toBe(true);
    const counts = [...mails().values()].map((subject) => Number.parseInt(subject, 10) || 1);
    expect(counts.reduce((sum, named) => sum + named, 0)).toBe(rows.length);
    console.log(
      `killed at "${step}" (${count} on ${engine}): ${rows.length} updates, ${repeated} pushes repeated with their topic, ${mails().size} mails`,
    );
  },
  120_000,
);

const ITEMS = 6;

test.each(SETUPS)(
  'a node killed at "%s" tells of each saved item once (%i on %s)',
  async (step, count, engine) => {
    const listingIds: string[] = [];
    const { nodes, peer, member, wasKilled, revive, mails } = await startMortalNodes(
      engine,
      count,
      step,
      async (db, { id: memberId }) => {
        // Of different sellers, so that each is a line of its own.
        for (let i = 0; i < ITEMS; i += 1) {
          const [sellerId, at] = [crypto.randomUUID(), new Date()];
          const names = { username: `seller${i}`, usernameKey: `seller${i}` };
          await insertRows(db, 'users', { id: sellerId, ...names, createdAt: at, updatedAt: at });
          // After the search, which is saved by a node.
          const createdAt = new Date(at.getTime() + 60_000);
          const listingId = await addListing(db, sellerId, { createdAt });
          await insertRows(db, 'savedItems', {
            ...{ id: crypto.randomUUID(), memberId, listingId, savedAt: at, savedPriceCents: 36_500 },
            ...{ knownPriceCents: 36_500, knownState: 'available' },
          });
          listingIds.push(listingId);
        }
      },
    );
    await nodes[0]?.ask({ search: 'maxPrice=300', as: member });
    for (const [i, discount] of listingIds.entries()) {
      // A killed node does not say whether it was stored: it is repeated, with the same price.
      const change = () => nodes[i % count]?.ask({ discount });
      await change()?.catch(async () => {
        await revive();
        await change();
      });
    }
    await vi.waitUntil(wasKilled, PATIENCE);
    await revive();
    const rows = await delivered(nodes[0], ({ length }) => length >= 2 * ITEMS);

    const expected = listingIds.flatMap((id) => [`saved-item ${id}`, `search-match ${id}`]);
    expect(rows.map(({ kind, listingId }) => `${kind} ${listingId}`).toSorted()).toEqual(expected.toSorted());
    const topics = new Set(peer.received.map(({ topic }) => topic));
    expect([...topics].toSorted()).toEqual(rows.map(({ id }) => id.replaceAll('-', '')).toSorted());
    const counts = [...mails().values()].map((subject) => Number.parseInt(subject, 10) || 1);
    const mailed = rows.filter(({ mailedAt }) => mailedAt !== null);
    expect(counts.reduce((sum, named) => sum + named, 0)).toBe(mailed.length);
    console.log(`killed at "${step}" (${count} on ${engine}): ${rows.length} updates, ${mails().size} mails`);
  },
  120_000,
);
