import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMessaging } from '../../../../../web/src/conversations/store/store.ts';
import { C1, createWorld, ME, OTHER } from '../../factories.ts';

/** A tab with slow storage: each put waits for `store`. */
async function openTab() {
  const { world, ports } = createWorld([]);
  const puts: (() => void)[] = [];
  const disk = { drafts: {} as Record<string, string> };
  const messaging = createMessaging({
    ...ports,
    drafts: {
      load: () => disk.drafts,
      save(_, key, text) {
        const { [key]: before, ...others } = disk.drafts;
        disk.drafts = text === '' ? others : { ...others, [key]: text };
      },
      clear() {
        disk.drafts = {};
      },
    },
    outbox: {
      ...ports.outbox,
      async put(person, message) {
        await new Promise<void>((resolve) => puts.push(resolve));
        await ports.outbox.put(person, message);
      },
    },
  });
  await messaging.startSession(ME);
  messaging.goOnline();
  await messaging.select({ kind: 'conversation', id: C1 });
  return {
    messaging,
    world,
    disk,
    store: async () => {
      puts.shift()?.();
      await settle();
    },
    composer: () => messaging.store.getState().drafts[C1] ?? '',
    sent: () => world.stored.map(({ content }) => content),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(50);

test('a sent text stays stored until the message is', async () => {
  const { messaging, disk, store, composer, sent, world } = await openTab();
  messaging.changeDraft(C1, 'one');
  await messaging.sendMessage('one');
  await settle();
  expect([composer(), disk.drafts, sent(), world.outbox.size]).toEqual(['', { [C1]: 'one' }, [], 0]);
  messaging.changeDraft(C1, 'tw');
  expect([composer(), disk.drafts]).toEqual(['tw', { [C1]: 'one\ntw' }]);
  await store();
  expect([disk.drafts, sent()]).toEqual([{ [C1]: 'tw' }, ['one']]);
});

test('a message waits until an earlier one is stored', async () => {
  const { messaging, disk, store, sent } = await openTab();
  await messaging.sendMessage('one');
  await messaging.sendMessage('two');
  expect(disk.drafts).toEqual({ [C1]: 'one\ntwo' });
  await settle();
  expect(sent()).toEqual([]);
  await store();
  expect(sent()).toEqual(['one']);
  await store();
  expect([sent(), disk.drafts]).toEqual([['one', 'two'], {}]);
});

test('a message is sent if the storage never responds', async () => {
  const { messaging, disk, sent } = await openTab();
  await messaging.sendMessage('one');
  await vi.advanceTimersByTimeAsync(2_000);
  await settle();
  expect([sent(), disk.drafts]).toEqual([['one'], {}]);
});

/** A first message about an item is being sent; its conversation does not exist until `opened`. */
async function sendFirst(text: string) {
  const { world, ports } = createWorld([]);
  const opening = Promise.withResolvers<void>();
  const messaging = createMessaging({
    ...ports,
    rest: {
      ...ports.rest,
      async openConversation(target) {
        await opening.promise;
        return ports.rest.openConversation(target);
      },
    },
  });
  await messaging.startSession(ME);
  messaging.goOnline();
  await messaging.selectTarget({ sellerId: ME, listingId: 'l1', wtbListingId: null }, text);
  const sending = messaging.sendMessage(text);
  return {
    messaging,
    opened: async () => {
      opening.resolve();
      await sending;
      await settle();
    },
    drafts: () => messaging.store.getState().drafts,
    sent: () => world.stored.map(({ content }) => content),
  };
}

test('text typed during a first message is not lost', async () => {
  const { messaging, opened, drafts, sent } = await sendFirst('Hi');
  messaging.changeDraft('l1', 'Does it fit?');
  await opened();
  expect([drafts(), sent()]).toEqual([{ [C1]: 'Does it fit?' }, ['Hi']]);
});

test('a member stays in a conversation opened meanwhile', async () => {
  const { messaging, opened, drafts, sent } = await sendFirst('Hi');
  const other = { kind: 'conversation', id: 'c2' } as const;
  await messaging.select(other);
  messaging.changeDraft('c2', 'To another member');
  await opened();
  expect(messaging.store.getState().selection).toEqual(other);
  expect([drafts(), sent()]).toEqual([{ c2: 'To another member' }, ['Hi']]);
});

test("a first message leaves an existing conversation's draft unchanged", async () => {
  const { messaging, opened, drafts, sent } = await sendFirst('Hi');
  messaging.changeDraft(C1, 'half a sentence');
  await opened();
  expect([drafts(), sent()]).toEqual([{ [C1]: 'half a sentence' }, ['Hi']]);
});

test('a draft typed in another tab appears here', async () => {
  const { messaging, composer, disk } = await openTab();
  const draft = { personId: ME, key: C1 };
  messaging.receiveDraft({ ...draft, before: '', text: 'typed there' });
  expect([composer(), disk.drafts]).toEqual(['typed there', {}]);
  messaging.receiveDraft({ ...draft, personId: OTHER, before: 'typed there', text: 'of another' });
  expect(composer()).toBe('typed there');
  messaging.receiveDraft({ ...draft, before: 'typed there', text: '' });
  expect(composer()).toBe('');
});

test('a local draft survives one from another tab', async () => {
  const { messaging, composer, disk } = await openTab();
  messaging.changeDraft(C1, 'typed here');
  // The other tab starts from the text it sees and continues it.
  messaging.receiveDraft({
    personId: ME,
    key: C1,
    before: 'typed here',
    text: 'typed here, and there',
  });
  expect(composer()).toBe('typed here, and there');
  messaging.changeDraft(C1, 'typed again');
  // The other tab has missed that change, and stores its own text.
  disk.drafts = { [C1]: 'its own' };
  messaging.receiveDraft({ personId: ME, key: C1, before: 'its', text: 'its own' });
  expect([composer(), disk.drafts]).toEqual(['typed again', { [C1]: 'its own' }]);
  disk.drafts = {};
  messaging.receiveDraft({ personId: ME, key: C1, before: 'its own', text: '' });
  expect([composer(), disk.drafts]).toEqual(['typed again', { [C1]: 'typed again' }]);
});
