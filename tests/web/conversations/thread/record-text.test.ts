// Before the modules under test.
import '../../../support/data/page.ts';

import { expect, test } from 'vitest';
import { recordText } from '../../../../web/src/conversations/thread/record-text.ts';
import { message } from '../factories.ts';

const offerId = '01900000-0000-7000-8000-0000000000e1';
const ACCEPTED = 'Accepted the offer of $95.';
const record = { kind: 'offer', offerId, answer: 'accept', amount: '80.00' } as const;

test('an acceptance is drawn from its record', { tags: ['system-messages'] }, () => {
  expect(recordText(message(1, { content: ACCEPTED, record }), false)).toBe(
    'odile accepted the offer of $80',
  );
});

test('a typed acceptance is no line', () => {
  expect(recordText(message(1, { content: ACCEPTED }), false)).toBeNull();
});

test('a question whose deal has ended is a line', () => {
  const ended = message(1, { record: { kind: 'deal', says: 'ask', isWTB: false } });
  expect(recordText(ended, true)).toBe('You asked: Did you buy this?');
});

test('an open question shows its card', () => {
  const deal = { id: offerId, state: 'proposed', expiresAt: null } as const;
  const asked = message(1, { deal, record: { kind: 'deal', says: 'ask', isWTB: false } });
  expect(recordText(asked, true)).toBeNull();
});
