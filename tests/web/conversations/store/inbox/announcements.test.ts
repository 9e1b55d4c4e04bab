// Before the modules under test.
import '../../../../support/data/page.ts';

import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { expect, test } from 'vitest';
import { newMessagesBetween } from '../../../../../web/src/conversations/store/inbox/announcements.ts';
import { sendFailure } from '../../../../../web/src/conversations/store/outbox/failure-texts.ts';
import { initialState, type MessagingState } from '../../../../../web/src/conversations/store/state.ts';
import { C1, conversation, ME } from '../../factories.ts';

const C2 = '01900000-0000-7000-8000-0000000000c2';
const inbox = { status: 'ready', next: null, end: null, isLoadingMore: false } as const;

const stateWith = (conversations: Conversation[], changes: Partial<MessagingState> = {}): MessagingState => ({
  ...initialState,
  personId: ME,
  inboxes: { all: inbox },
  conversations: Object.fromEntries(conversations.map((one) => [one.id, one])),
  ...changes,
});
const open = { selection: { kind: 'conversation', id: C1 } } as const;

test('a message from the other member is announced', () => {
  const before = [conversation(1), conversation(1, { id: C2 })];
  const now = [conversation(2), conversation(2, { id: C2 })];
  expect(newMessagesBetween(stateWith(before, open), stateWith(now, open))).toEqual([
    'odile: message 2',
    'New message from odile: message 2',
  ]);
});

test('what the product wrote is announced unlike a message', () => {
  const before = [conversation(1), conversation(1, { id: C2 })];
  const lastMessage = { ...conversation(2).lastMessage, isStatement: true } as Conversation['lastMessage'];
  const now = [conversation(2, { lastMessage }), conversation(2, { id: C2, lastMessage })];
  expect(newMessagesBetween(stateWith(before, open), stateWith(now, open))).toEqual([
    'Update from odile: message 2',
    'Update from odile: message 2',
  ]);
});

test('messages that are not unread are not announced', () => {
  const [before] = [conversation(2)];
  const mine = { senderId: ME, content: 'Mine', messageType: 'text', createdAt: before.createdAt } as const;
  for (const next of [
    conversation(3, { lastMessage: mine }),
    conversation(2),
    conversation(2, { changeSeq: 1 }),
    conversation(2, { readSeq: 2, isRead: true }),
    conversation(3, { isMuted: true }),
  ]) {
    expect(newMessagesBetween(stateWith([before]), stateWith([next]))).toEqual([]);
  }
});

test('loaded messages are not announced', () => {
  const older = conversation(1, { id: C2 });
  expect(newMessagesBetween({ ...initialState, personId: ME }, stateWith([conversation(2)]))).toEqual([]);
  expect(newMessagesBetween(stateWith([conversation(2)]), stateWith([conversation(2), older]))).toEqual([]);
  const cached = { inboxes: { all: { ...inbox, isCached: true } } } as const;
  expect(newMessagesBetween(stateWith([conversation(1)], cached), stateWith([conversation(2)]))).toEqual([]);
});

test('a conversation that was just started is announced', () => {
  const started = conversation(3, { id: C2 });
  expect(newMessagesBetween(stateWith([conversation(2)]), stateWith([conversation(2), started]))).toEqual([
    'New message from odile: message 3',
  ]);
});

test("a refused message shows the server's reason", () => {
  const failed = 'Failed to send message. Please try again.';
  expect(sendFailure({ code: 'forbidden', message: "You can't message this person." })).toBe(
    "You can't message this person.",
  );
  expect(sendFailure({ code: 'internal', message: 'Something went wrong' })).toBe(failed);
  expect(sendFailure(undefined)).toBe(failed);
});
