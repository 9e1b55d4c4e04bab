import type { Conversation } from '@selvedge/shared/conversations';
import { expect, test } from 'vitest';
import { sendFailure } from '../../../web/src/conversations/store/errors.ts';
import { newMessagesBetween } from '../../../web/src/conversations/store/incoming-messages.ts';
import { initialState, type MessagingState } from '../../../web/src/conversations/store/state.ts';
import { C1, conversation, ME } from './factories.ts';

const C2 = '01900000-0000-7000-8000-0000000000c2';
const inbox = { status: 'ready', next: null, end: null, isLoadingMore: false } as const;

const holding = (conversations: Conversation[], changes: Partial<MessagingState> = {}): MessagingState => ({
  ...initialState,
  personId: ME,
  inboxes: { all: inbox },
  conversations: Object.fromEntries(conversations.map((one) => [one.id, one])),
  ...changes,
});
const open = { selection: { kind: 'conversation', id: C1 } } as const;

test('what the other person writes is read out, with who it is from where another thread is open', () => {
  const before = [conversation(1), conversation(1, { id: C2 })];
  const now = [conversation(2), conversation(2, { id: C2 })];
  expect(newMessagesBetween(holding(before, open), holding(now, open))).toEqual([
    'odile: message 2',
    'New message from odile: message 2',
  ]);
});

test('what I write, what is heard again, edited or read, and what is muted is not', () => {
  const [held] = [conversation(2)];
  const mine = { senderId: ME, content: 'Mine', messageType: 'text', createdAt: held.createdAt } as const;
  for (const next of [
    conversation(3, { lastMessage: mine }),
    conversation(2),
    conversation(2, { changeSeq: 1 }),
    conversation(2, { readSeq: 2, isRead: true }),
    conversation(3, { isMuted: true }),
  ]) {
    expect(newMessagesBetween(holding([held]), holding([next]))).toEqual([]);
  }
});

test('what is loaded is not: the inbox, its next page, and what an earlier visit left', () => {
  const older = conversation(1, { id: C2 });
  expect(newMessagesBetween({ ...initialState, personId: ME }, holding([conversation(2)]))).toEqual([]);
  expect(newMessagesBetween(holding([conversation(2)]), holding([conversation(2), older]))).toEqual([]);
  const cached = { inboxes: { all: { ...inbox, isCached: true } } } as const;
  expect(newMessagesBetween(holding([conversation(1)], cached), holding([conversation(2)]))).toEqual([]);
});

test('a conversation that somebody begins now is, though it was not held', () => {
  const begun = conversation(3, { id: C2 });
  expect(newMessagesBetween(holding([conversation(2)]), holding([conversation(2), begun]))).toEqual([
    'New message from odile: message 3',
  ]);
});

test('§8 a message is refused in the words of the server, but for its own faults', () => {
  const failed = 'Failed to send message. Please try again.';
  expect(sendFailure({ code: 'forbidden', message: "You can't message this person." })).toBe(
    "You can't message this person.",
  );
  expect(sendFailure({ code: 'internal', message: 'Something went wrong' })).toBe(failed);
  expect(sendFailure(undefined)).toBe(failed);
});
