import { expect, test, vi } from 'vitest';
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
    let rows: StoredNotice[] = [];
    await vi.waitUntil(async () => {
      rows = (await nodes[0]?.ask<StoredNotice[]>('rows')) ?? [];
      const isDone = rows.every(({ pushAt, mailAt }) => pushAt === null && mailAt === null);
      return isDone && (await nodes[0]?.ask('waiting mails')) === 0;
    }, PATIENCE);

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
