import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { addVouch } from '../../../support/people/deals.ts';
import { openVouching, type Vouching } from '../../../support/people/vouching.ts';
import { describeOnEngines } from '../../../support/servers/database.ts';

describeOnEngines('after a block, a vouch', ({ engine }) => {
  let vouching: Vouching;
  let dealId: string;
  beforeEach(async () => {
    vouching = await openVouching({ engine });
    dealId = await vouching.addDeal();
  });
  afterEach(() => void vi.useRealTimers());

  const block = (by: Actor, blocked: Actor) =>
    vouching.shop.call('PUT', `/api/blocks/${blocked.id}`, { as: by });
  const messageOf = async (response: Response) =>
    `${response.status} ${((await response.json()) as { message: string }).message}`;
  const receive = () =>
    addVouch(vouching.db, { dealId, writerId: vouching.buyer.id, subjectId: vouching.seller.id });

  test('is a rating without a text', async () => {
    const { buyer, seller, write } = vouching;
    await block(seller, buyer);
    expect((await write(buyer, dealId, 'bad')).status).toBe(200);
  });

  test('with a text is refused', { tags: ['blocked-members'] }, async () => {
    const { buyer, seller, write } = vouching;
    await block(seller, buyer);
    expect(await messageOf(await write(buyer, dealId, 'good', 'I know your street.'))).toBe(
      "403 You can rate this deal, without a text: you can't write about this person.",
    );
  });

  test('cannot be changed', { tags: ['blocked-members'] }, async () => {
    const { buyer, seller, write } = vouching;
    await write(buyer, dealId, 'good', 'Packed with care.');
    await block(seller, buyer);
    expect(await messageOf(await write(buyer, dealId, 'bad'))).toBe(
      "403 A vouch can't be changed while one of you has blocked the other.",
    );
  });

  test('sent again is answered as before', async () => {
    const { buyer, seller, write } = vouching;
    await write(buyer, dealId, 'good', 'Packed with care.');
    await block(seller, buyer);
    expect((await write(buyer, dealId, 'good', 'Packed with care.')).status).toBe(200);
  });

  test('takes no answer', { tags: ['blocked-members'] }, async () => {
    const { shop, buyer, seller } = vouching;
    const id = await receive();
    await block(buyer, seller);
    const json = { text: 'I know your street.' };
    const answered = await shop.call('POST', `/api/vouches/${id}/answer`, { as: seller, json });
    expect(answered.status).toBe(403);
  });

  test('is announced to no one', { tags: ['blocked-members'] }, async () => {
    const { buyer, seller, announce, notices } = vouching;
    await receive();
    await block(seller, buyer);
    await announce();
    expect(await notices()).toEqual([]);
  });

  test('is removed with a mail without names', { tags: ['blocked-members'] }, async () => {
    const { shop, buyer, seller, admin } = vouching;
    const id = await receive();
    await block(buyer, seller);
    const json = { reason: 'Off topic' };
    await shop.call('DELETE', `/api/admin/vouches/${id}`, { as: admin, json });
    const [mail] = await shop.mailsTo(buyer.email);
    expect(mail).toContain('An admin removed a vouch of yours.');
  });

  test('is announced without the title of its deal', async () => {
    const { announce, notices } = vouching;
    await receive();
    await announce();
    expect((await notices()).map(({ text }) => text.includes('Trucker'))).toEqual([false]);
  });
});
