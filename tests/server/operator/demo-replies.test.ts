import { DEAL_TEXTS } from '@selvedge/shared/deal-texts';
import { OFFER_ANSWERS, OFFER_TEXTS } from '@selvedge/shared/offers';
import { describe, expect, test } from 'vitest';
import { needsReply } from '../../../server/demo/answering/needs-reply.ts';

describe('the demo member who replies', () => {
  test.each(OFFER_ANSWERS)('leaves it at %s', (answer) => {
    for (const cents of [100, 5_400, 123_456_00])
      expect(needsReply({ content: OFFER_TEXTS[answer](cents, 'USD') })).toBe(false);
  });

  test('leaves questions about deals to their buttons, and a yes without a reply', () => {
    const deal = { id: crypto.randomUUID(), state: 'proposed', expiresAt: null } as const;
    for (const { ask, yes } of Object.values(DEAL_TEXTS)) {
      expect(needsReply({ content: ask, deal })).toBe(false);
      expect(needsReply({ content: yes })).toBe(false);
    }
  });

  test('replies to everything else, also to offers', () => {
    for (const content of ['Would you take $54?', 'Is it still there?', OFFER_TEXTS.make(5_400, 'USD')])
      expect(needsReply({ content })).toBe(true);
  });
});
