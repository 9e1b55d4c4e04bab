import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { createRandom, seedOfRun } from '../../../support/data/random.ts';
import { readPostgres } from '../../../support/data/stored-messages.ts';
import { joinWorld, PASSWORD } from '../../../support/people/account.ts';
import { bothEngines, createDatabase } from '../../../support/servers/database.ts';
import { startWorld } from '../../../support/world.ts';

const CALLS = 500;
const AT_ONCE = 16;
const seed = seedOfRun();

describe.skipIf(!bothEngines().includes('postgres'))('two nodes on one PostgreSQL', () => {
  test(`never deadlock, whatever members do concurrently (seed ${seed})`, async () => {
    const database = await createDatabase('postgres');
    onTestFinished(database.remove);
    const env = {
      DATABASE_URL: database.url,
      PUBLIC_URL: 'http://localhost:4000',
      AUTH_SECRET: 'the same for every process of one instance',
      // More connections than a single visitor can occupy.
      DATABASE_POOL: '12',
    };
    const nodes = [
      await startWorld({ engine: 'postgres', env, log: createLog('error') }),
      await startWorld({ engine: 'postgres', env, log: createLog('error') }),
    ] as const;
    let closed: Promise<unknown> | undefined;
    const close = async () => {
      closed ??= Promise.all(nodes.map((node) => node.close()));
      await closed;
    };
    onTestFinished(close);
    const members = await Promise.all(
      ['ana', 'marlow', 'odile', 'leaver'].map((name) => joinWorld(nodes[0], name)),
    );
    const listings = await Promise.all(members.map((member) => member.list()));
    const conversations = await Promise.all(
      members.flatMap((buyer) =>
        listings
          .filter(({ sellerId }) => sellerId !== buyer.id)
          .map(async (listing) => ({ id: (await buyer.openConversation(listing)).id, buyer, listing })),
      ),
    );
    const random = createRandom(seed);
    const sent: { id: string; by: string }[] = [];

    /** Sends a request to a random node. */
    async function call(member: (typeof members)[number], method: string, path: string, json?: object) {
      const response = await fetch(random.pick(nodes).url + path, {
        method,
        headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
        ...(json && { body: JSON.stringify(json) }),
      });
      const answer = (await response.json().catch(() => ({}))) as { id?: string };
      return { status: response.status, id: answer.id };
    }
    const actions = {
      async send() {
        const { id: conversationId, buyer, listing } = random.pick(conversations);
        const by = random.pick([buyer, ...members.filter(({ id }) => id === listing.sellerId)]);
        const text = { conversationId, content: 'Is it raw?', type: 'text', clientId: randomUUID() };
        const { status, id } = await call(by, 'POST', '/api/messages', text);
        if (id) sent.push({ id, by: by.id });
        return status;
      },
      async change() {
        const { id, by } = sent[random.below(sent.length)] ?? { id: randomUUID(), by: '' };
        const member = members.find((one) => one.id === by) ?? random.pick(members);
        const path = `/api/messages/${id}`;
        return (
          random.below(2)
            ? await call(member, 'PATCH', path, { content: `No: ${random.below(9)}` })
            : await call(member, 'DELETE', path)
        ).status;
      },
      async read() {
        const { id, buyer } = random.pick(conversations);
        return (await call(buyer, 'POST', `/api/conversations/${id}/mark-read`, {})).status;
      },
      async arrange() {
        const arranged = random.below(2)
          ? { isMuted: random.below(2) === 1 }
          : { isArchived: random.below(2) === 1 };
        const { id, buyer } = random.pick(conversations);
        return (await call(buyer, 'PATCH', `/api/conversations/${id}`, arranged)).status;
      },
      async block() {
        const method = random.below(4) ? 'DELETE' : 'PUT';
        return (await call(random.pick(members), method, `/api/blocks/${random.pick(members).id}`)).status;
      },
      async price() {
        const listing = random.pick(listings);
        const seller = members.find(({ id }) => id === listing.sellerId) ?? random.pick(members);
        const price = String(100 + random.below(200));
        return (await call(seller, 'PATCH', `/api/listings/${listing.id}/price`, { price })).status;
      },
      async report() {
        const subject = { subject: 'listing', id: random.pick(listings).id, reason: 'spam' };
        return (await call(random.pick(members), 'POST', '/api/reports', subject)).status;
      },
    };
    const statuses = new Map<number, number>();
    let left = CALLS;
    const worker = async () => {
      while (left > 0) {
        left -= 1;
        // Others take their turns while this one waits.
        const turn = left;
        const status = await random.pick([actions.send, actions.send, ...Object.values(actions)])();
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const leaver = members[3];
        // Halfway through, a member deletes their account.
        if (turn === CALLS / 2 && leaver) {
          const deleted = await call(leaver, 'DELETE', '/api/auth/user', { password: PASSWORD });
          expect(deleted.status).toBe(204);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));

    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    expect(sent.length).toBeGreaterThan(0);
    // The statistics are complete once the connections are closed.
    await close();
    const { byTalk, deadlocks } = await readPostgres(database.url);
    expect(deadlocks).toBe(0);
    for (const rows of byTalk.values()) expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, i) => i + 1));
  }, 300_000);
});
