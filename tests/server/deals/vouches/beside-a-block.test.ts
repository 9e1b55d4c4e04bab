import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { blockMember } from '../../../../server/src/members/blocks/change-block.ts';
import { noPublish } from '../../../../server/src/platform/core/publish.ts';
import { addVouch } from '../../../support/people/deals.ts';
import { openVouching, type Vouching } from '../../../support/people/vouching.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { following } from '../../../support/servers/following.ts';

describeOnBothEngines('while a block is stored', ({ engine }) => {
  let vouching: Vouching;
  let dealId: string;
  beforeEach(async () => {
    vouching = await openVouching({ engine });
    dealId = await vouching.addDeal();
  });
  afterEach(() => void vi.useRealTimers());

  /** Acts while the seller's block of the buyer is stored, but not committed. @returns the status */
  async function besideBlock(act: () => Promise<Response>): Promise<number> {
    const { db, seller, buyer } = vouching;
    const stored = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const blocking = blockMember(
      {
        db: following(db, {
          async 'members separated'() {
            stored.resolve();
            await mayCommit.promise;
          },
        }),
        publish: noPublish,
      },
      seller,
      buyer.id,
    );
    await stored.promise;
    const acting = act();
    await Promise.race([acting, setTimeout(500)]);
    mayCommit.resolve();
    await blocking;
    return (await acting).status;
  }

  test('a vouch with a text is refused', { tags: ['blocked-members'] }, async () => {
    const { buyer, write } = vouching;
    expect(await besideBlock(() => write(buyer, dealId, 'bad', 'I know your street.'))).toBe(403);
  });

  test('a vouch cannot be changed', { tags: ['blocked-members'] }, async () => {
    const { buyer, write } = vouching;
    await write(buyer, dealId, 'good', 'Packed with care.');
    expect(await besideBlock(() => write(buyer, dealId, 'bad', 'I know your street.'))).toBe(403);
  });

  test('a vouch takes no answer', { tags: ['blocked-members'] }, async () => {
    const { shop, db, buyer, seller } = vouching;
    const id = await addVouch(db, { dealId, writerId: seller.id, subjectId: buyer.id });
    const json = { text: 'I know your street.' };
    const answer = () => shop.call('POST', `/api/vouches/${id}/answer`, { as: buyer, json });
    expect(await besideBlock(answer)).toBe(403);
  });

  test('a rating without a text is stored', { tags: ['blocked-members'] }, async () => {
    const { buyer, write } = vouching;
    expect(await besideBlock(() => write(buyer, dealId, 'bad'))).toBe(200);
  });
});
