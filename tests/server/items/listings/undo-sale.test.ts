import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Listing } from '@selvedge/shared/items/listings';
import { SALE_UNDO_MINUTES } from '@selvedge/shared/platform/limits';
import { beforeEach, expect, test, vi } from 'vitest';
import { readRows, updateRows } from '../../../support/data/rows.ts';
import type { Person } from '../../../support/people/account.ts';
import { messagesOf, offer, openHaggling, statesIn } from '../../../support/people/haggle.ts';
import { describeOnBothEngines, type Engine } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

type Haggling = Awaited<ReturnType<typeof openHaggling<['odile']>>>;

let world: World;
let seller: Haggling['seller'];
let buyer: Haggling['buyers'][0];
let id: string;
const MADE = 'They have already confirmed this deal.';

async function open(engine: Engine): Promise<void> {
  world = await openWorld({ engine });
  const haggling = await openHaggling(world, ['odile']);
  ({ seller } = haggling);
  [buyer] = haggling.buyers;
  id = haggling.listing.id;
}

const sell = () => seller.call<Listing>('PATCH', `/api/listings/${id}/sold`);
const undo = (as: Pick<Person, 'request'> = seller) => as.request('DELETE', `/api/listings/${id}/sold`);
const refusal = async (response: Response) => ({
  status: response.status,
  message: ((await response.json()) as { message: string }).message,
});
const listing = () => seller.call<Listing>('GET', `/api/listings/${id}`);
/** The seller asks the buyer to confirm the deal. @returns its id */
async function propose(): Promise<string> {
  const body = { conversationId: buyer.conversationId };
  const { message } = await seller.call<{ message: Message }>('POST', `/api/listings/${id}/deal`, body);
  return message.deal?.id ?? '';
}
const confirm = (dealId: string) => buyer.request('POST', `/api/deals/${dealId}/answer`, { isYes: true });

describeOnBothEngines('undoing a sale', ({ engine }) => {
  beforeEach(() => open(engine));

  test('puts the listing back on sale, everywhere at once', async () => {
    await sell();
    const response = await undo();
    expect(response.status).toBe(200);
    const undone = (await response.json()) as Listing;
    expect(undone).toMatchObject({ id, isSold: false, soldAt: null });
    await vi.waitFor(() =>
      expect(world.events).toContainEqual({ event: 'listing:changed', payload: { listing: undone } }),
    );
    expect(await listing()).toMatchObject({ isSold: false, soldAt: null });
    expect((await seller.request('PATCH', `/api/listings/${id}/price`, { price: '300' })).status).toBe(200);
  });

  test('is refused once ten minutes have passed', async () => {
    await sell();
    const soldFor = async (ms: number) => {
      await updateRows(world.db, 'listings', { soldAt: new Date(Date.now() - ms) }, { id });
      return undo();
    };
    const limit = SALE_UNDO_MINUTES * 60_000;
    expect(await refusal(await soldFor(limit))).toEqual({
      status: 409,
      message: 'This was marked as sold more than 10 minutes ago.',
    });
    expect((await soldFor(limit - 30_000)).status).toBe(200);
  });

  test('is refused to another member', async () => {
    await sell();
    expect((await undo(buyer)).status).toBe(403);
    expect(await listing()).toMatchObject({ isSold: true });
  });

  test('of a listing on sale is refused', async () => {
    expect(await refusal(await undo())).toEqual({
      status: 409,
      message: 'This item is not marked as sold.',
    });
  });

  test('leaves what the sale ended', async () => {
    await seller.call('POST', `/api/listings/${id}/hold`, {
      conversationId: buyer.conversationId,
      hours: 24,
    });
    await offer(buyer, buyer.conversationId, '310');
    await sell();
    await undo();
    const now = await listing();
    expect([now.isSold, now.isOnHold]).toEqual([false, undefined]);
    expect(await statesIn(buyer, buyer.conversationId)).toEqual(['void']);
  });

  test('ends the question about a deal', async () => {
    await sell();
    const dealId = await propose();
    expect((await undo()).status).toBe(200);
    expect((await confirm(dealId)).status).toBe(404);
    expect((await messagesOf(buyer, buyer.conversationId)).some(({ deal }) => deal)).toBe(false);
    // The next sale can be confirmed again.
    await sell();
    expect((await confirm(await propose())).status).toBe(204);
  });

  test('is refused once the deal is confirmed', async () => {
    await sell();
    await confirm(await propose());
    expect(await refusal(await undo())).toEqual({ status: 409, message: MADE });
    expect(await listing()).toMatchObject({ isSold: true });
  });

  test('racing with the confirmation, one of the two wins', { tags: ['single-sale'] }, async () => {
    await sell();
    const dealId = await propose();
    const racers = Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? undo() : confirm(dealId)));
    const statuses = (await Promise.all(racers)).map((response) => response.status);
    const isUndone = statuses.includes(200);
    // A repeated yes is answered like the first.
    expect(statuses.includes(204)).toBe(!isUndone);
    expect((await listing()).isSold).toBe(!isUndone);
    expect((await readRows(world.db, 'deals')).map(({ state }) => state)).toEqual(isUndone ? [] : ['made']);
  });
});
