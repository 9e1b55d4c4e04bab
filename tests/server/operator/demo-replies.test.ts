import { OFFER_ANSWERS, OFFER_TEXTS } from '@selvedge/shared/deals/offers';
import { describe, expect, test } from 'vitest';
import { needsReply } from '../../../server/demo/answering/needs-reply.ts';

describe('the demo member who replies', () => {
  test.each(OFFER_ANSWERS)('leaves it at %s', (answer) => {
    const record = { kind: 'offer', offerId: crypto.randomUUID(), answer, amount: '54.00' } as const;
    expect(needsReply({ record })).toBe(false);
  });

  test('leaves questions about deals to their buttons', () => {
    const deal = { id: crypto.randomUUID(), state: 'proposed', expiresAt: null } as const;
    expect(needsReply({ deal })).toBe(false);
  });

  test('leaves a yes without a reply', () => {
    expect(needsReply({ record: { kind: 'deal', says: 'yes', isWTB: false } })).toBe(false);
  });

  test('replies to everything that members typed', () => {
    const typed: Parameters<typeof needsReply>[0] & { content: string } = {
      content: OFFER_TEXTS.accept(5_400, 'USD'),
    };
    expect(needsReply(typed)).toBe(true);
  });
});
