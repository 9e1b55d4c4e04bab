import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { InboxFilter } from '@selvedge/shared/conversations/inbox';
import { afterEach, expect, test, vi } from 'vitest';
import { arrangeConversation } from '../../../../../server/src/conversations/arrange-conversation.ts';
import { discardEmpty } from '../../../../../server/src/conversations/discard-empty.ts';
import { listConversations } from '../../../../../server/src/conversations/list-conversations.ts';
import { openConversation } from '../../../../../server/src/conversations/open-conversation.ts';
import { presentConversation } from '../../../../../server/src/conversations/present.ts';
import { sendMessage } from '../../../../../server/src/conversations/send-message.ts';
import { sync } from '../../../../../server/src/conversations/sync.ts';
import type { Database } from '../../../../../server/src/platform/db/database.ts';
import { listOf, shownInbox } from '../../../../../web/src/conversations/store/inbox/inbox-list.ts';
import { createRandom, seedOfRun } from '../../../../support/data/random.ts';
import { addListing, addMember } from '../../../../support/people/market.ts';
import { createBareCtx } from '../../../../support/servers/bare-ctx.ts';
import { describeOnEngines } from '../../../../support/servers/database.ts';
import { createSimulatedClient } from '../../simulated-client.ts';

/** To run more of them: `HISTORIES=200 SELVEDGE_TEST_SEED=… npx vitest run …`. */
const HISTORIES = Number(process.env.HISTORIES ?? 8);
const PAGES = [2, 3, 60];
const FILTERS: InboxFilter[] = ['all', 'archived', 'unread'];
/** A sync that is still incomplete after this many requests never completes. */
const SYNCS_MAX = 1_000;
const ALL = { limit: 1_000, from: null };

afterEach(() => void vi.useRealTimers());

/** A member whose device is offline from time to time, and others who write to them. */
async function beginHistory(db: Database, seed: number) {
  const random = createRandom(seed);
  const [me, other] = [await addMember(db, `m${seed}`), await addMember(db, `o${seed}`)];
  const ctx = createBareCtx(
    db,
    {
      toMember: (to, event, payload) => void (to === me.id && client.emit(event, payload)),
      toEveryone: () => undefined,
    },
    { rateLimits: false },
  );
  const client = createSimulatedClient(ctx, me, random.next, random.pick(PAGES));
  await client.messaging.startSession(me.id);

  const ids: string[] = [];
  const open = async (mine: boolean) => {
    const [caller, owner] = mine ? [me, other] : [other, me];
    const about = { sellerId: owner.id, listingId: await addListing(db, owner.id), isWTB: false };
    const { id } = (await openConversation(ctx, caller, about)).conversation;
    ids.push(id);
    return { id, caller };
  };
  const send = (from: typeof me, conversationId: string) =>
    sendMessage(ctx, from, { clientId: crypto.randomUUID(), conversationId, type: 'text', content: 'Hello' });

  /** Performs one random action, on another device of the member or of others. */
  const act = () => {
    const id = random.pick(ids);
    const actions: (() => Promise<unknown>)[] = [
      async () => {
        const opened = await open(random.below(2) === 0);
        if (random.below(5) > 0) await send(opened.caller, opened.id);
      },
      () => send(other, id),
      () => send(me, id),
      () => arrangeConversation(ctx, me, { id, isArchived: random.below(2) === 0 }),
      () => discardEmpty(ctx, me, id),
      async () => vi.setSystemTime(Date.now() + (random.below(2) ? 1 : -1) * random.below(3_600_000)),
    ];
    // Actions may be refused.
    return random
      .pick(actions)()
      .catch(() => undefined);
  };
  for (let n = 1 + random.below(6); n > 0; n -= 1) {
    const { id, caller } = await open(random.below(2) === 0);
    await send(caller, id);
  }
  return { ctx, random, me, client, act };
}
type History = Awaited<ReturnType<typeof beginHistory>>;

/** Expects the loaded part of the list on screen to have no gap and nothing that does not exist. */
async function expectTruth(
  db: Database,
  { me, client: { messaging } }: History,
  which: string,
): Promise<void> {
  const state = messaging.store.getState();
  const inbox = shownInbox(state);
  if (inbox.status !== 'ready') throw new Error(`${which}: the list is ${inbox.status}`);
  const shown = listOf(state.filter, inbox, state.conversations, me.id);
  const { rows } = await db.read((conn) => listConversations(conn, me.id, { ...ALL, filter: state.filter }));
  const stored = rows.map((row) => presentConversation(row, me.id));
  const expected = inbox.next === null ? stored : stored.slice(0, shown.length);
  const brief = (all: Conversation[]) =>
    all.map(({ id, lastSeq, lastMessage }) => [id, lastSeq, lastMessage]);
  expect(brief(shown), which).toEqual(brief(expected));
}

async function playAway(db: Database, seed: number): Promise<void> {
  const history = await beginHistory(db, seed);
  const { random, client, act } = history;
  const { messaging } = client;
  void messaging.openInbox();
  for (let cuts = 0; cuts < 3; cuts += 1) {
    client.connect();
    for (let n = random.below(4); n > 0; n -= 1) {
      void messaging.chooseFilter(random.pick(FILTERS));
      if (random.below(2)) void messaging.loadMoreConversations();
      if (random.below(2)) await act();
    }
    await client.quiet();
    client.cut();
    for (let n = 1 + random.below(8); n > 0; n -= 1) await act();
  }
  client.connect();
  await client.quiet();
  for (const filter of FILTERS) {
    void messaging.chooseFilter(filter);
    await client.quiet();
    await expectTruth(db, history, `history ${seed}, ${filter}`);
  }
}

describeOnEngines('after having been offline', ({ openDb }) => {
  const seed = seedOfRun();

  test(`each list matches the database (seed ${seed})`, {
    timeout: 0,
  }, async () => {
    const db = await openDb();
    vi.useFakeTimers({ toFake: ['Date'] });
    for (let n = 0; n < HISTORIES; n += 1) await playAway(db, seed + n);
  });

  test(`syncing from known seqs misses nothing (seed ${seed})`, {
    timeout: 0,
  }, async () => {
    const db = await openDb();
    vi.useFakeTimers({ toFake: ['Date'] });
    for (let n = 0; n < HISTORIES; n += 1) {
      const { ctx, random, me, act } = await beginHistory(db, seed + n);
      const conversations: Record<string, number> = {};
      for (let visits = 0; visits < 4; visits += 1) {
        for (let [complete, syncs] = [false, 0]; !complete; syncs += 1) {
          if (syncs > SYNCS_MAX) throw new Error(`history ${seed + n}: sync never completes`);
          const answer = await db.read((conn) => sync(ctx, conn, me, { conversations }));
          for (const id of answer.undone) delete conversations[id];
          for (const { id, lastSeq } of answer.conversations) conversations[id] = lastSeq;
          ({ complete } = answer);
        }
        const { rows } = await db.read((conn) => listConversations(conn, me.id, ALL));
        const stored = rows.map(({ conversation: { id, lastSeq } }) => [id, lastSeq]);
        expect(conversations, `history ${seed + n}`).toEqual(Object.fromEntries(stored));
        for (let some = 1 + random.below(8); some > 0; some -= 1) await act();
      }
    }
  });
});
