import type { Push } from '@selvedge/shared/notifications/push';
import { expect, test } from 'vitest';
import { followLeader } from '../../../web/src/notifications/leader.ts';
import { createNotices } from '../../../web/src/notifications/notices.ts';
import { C1, conversation, ME, message, OTHER } from '../conversations/factories.ts';

/** One tab, with the notifications it showed and closed. */
function openTab() {
  const shown: Push[] = [];
  const closed: string[] = [];
  const tab = { wanted: ME as string | null, isHidden: true };
  const notices = createNotices({
    owner: () => tab.wanted,
    isHidden: () => tab.isHidden,
    formatPrice: (price) => `$${price}`,
    show: (push) => void shown.push(push),
    close: (id) => void closed.push(id),
  });
  return { tab, notices, shown, closed };
}
const arrived = (seq: number, changes: Partial<Parameters<typeof conversation>[1]> = {}) => ({
  message: message(seq),
  conversation: conversation(seq, changes),
});

/** The browser's locks: the next in line gets a lock when its holder is gone. */
function createLocks() {
  const waiting: (() => unknown)[] = [];
  return {
    request: (async (_name: string, run: () => unknown) => {
      waiting.push(run);
      if (waiting.length === 1) run();
    }) as unknown as LockManager['request'],
    holderGone() {
      waiting.shift();
      waiting[0]?.();
    },
  };
}

test('only one of several hidden tabs shows a notification', () => {
  const locks = createLocks();
  const tabs = [openTab(), openTab(), openTab()];
  for (const { notices } of tabs) followLeader(locks, notices.lead);
  const deliverToAll = (seq: number) => {
    for (const { notices } of tabs) notices.messageArrived(arrived(seq));
  };
  deliverToAll(1);
  expect(tabs.map(({ shown }) => shown.length)).toEqual([1, 0, 0]);
  expect(tabs[0]?.shown[0]).toEqual({ conversationId: C1, title: 'odile', body: 'New message' });
  tabs.shift();
  locks.holderGone();
  deliverToAll(2);
  expect(tabs.map(({ shown }) => shown.length)).toEqual([1, 0]);
});

test('only unread messages of others are notified', () => {
  const { tab, notices, shown } = openTab();
  notices.lead();
  tab.isHidden = false;
  notices.messageArrived(arrived(1));
  tab.isHidden = true;
  tab.wanted = null;
  notices.messageArrived(arrived(2));
  tab.wanted = OTHER;
  notices.messageArrived(arrived(3));
  tab.wanted = ME;
  notices.messageArrived(arrived(4, { readSeq: 4 }));
  notices.messageArrived(arrived(5, { block: 'mine' }));
  notices.messageArrived(arrived(6, { isMuted: true }));
  expect(shown).toEqual([]);
  notices.messageArrived(arrived(7));
  expect(shown).toHaveLength(1);
});

test('reading on another device closes the notification', () => {
  const { notices, closed } = openTab();
  notices.readMoved({ conversationId: C1, userId: OTHER, seq: 1 });
  expect(closed).toEqual([]);
  notices.readMoved({ conversationId: C1, userId: ME, seq: 1 });
  expect(closed).toEqual([C1]);
});

test('a notification of an offer says so', () => {
  const { notices, shown } = openTab();
  notices.lead();
  const { message, conversation } = arrived(1);
  const terms = {
    id: C1,
    state: 'open',
    by: OTHER,
    expiresAt: message.createdAt,
    listingPrice: '365',
  } as const;
  notices.messageArrived({ message: { ...message, offer: { ...terms, amount: '340' } }, conversation });
  notices.messageArrived({ message: { ...message, hold: { until: message.createdAt } }, conversation });
  notices.messageArrived({ message: { ...message, hold: { until: null } }, conversation });
  expect(shown.map(({ title }) => title)).toEqual([
    'odile offers $340',
    'odile holds an item for you',
    'The hold on an item has ended',
  ]);
});
