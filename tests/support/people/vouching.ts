import type { Rating } from '@selvedge/shared/deals/ratings';
import type { Notice } from '@selvedge/shared/notifications/updates';
import { vi } from 'vitest';
import { announceVouches } from '../../../server/src/deals/vouches/announce-vouches.ts';
import { vouchesPart } from '../../../server/src/deals/vouches/personal-data.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import { openWorld, type WorldOptions } from '../world.ts';
import { addDeal } from './deals.ts';
import { addListing } from './market.ts';

const DAY = 24 * 3_600_000;

/** A buyer, a seller, an admin and a stranger; a listing of the seller. The clock is fake. */
export async function openVouching(options: WorldOptions = {}) {
  vi.useFakeTimers({ toFake: ['Date'] });
  const shop = await openWorld(options);
  const { db } = shop;
  const buyer = await shop.join('odile');
  const seller = await shop.join('marlow');
  const admin = await shop.join('admin', { isAdmin: true });
  const stranger = await shop.join('stranger');
  const listingId = await addListing(db, seller.id);
  /** What the buyer and the seller were notified of. */
  async function notices() {
    const lists = [buyer, seller].map(async (as) => {
      const list = (await (await shop.call('GET', '/api/notices', { as })).json()) as Notice[];
      return list.map((notice) => ({ to: as.id, ...notice }));
    });
    return (await Promise.all(lists)).flat();
  }
  const exported = async ({ id }: Actor) => {
    const texts: string[] = [];
    for await (const { path, content } of vouchesPart({ db }).files(id)) {
      texts.push(path);
      for await (const piece of content) texts.push(String(piece));
    }
    return texts.join('');
  };
  return {
    ...{ shop, db, notices, buyer, seller, admin, stranger, listingId, exported },
    addDeal: (state = {}) => addDeal(db, { buyerId: buyer.id, sellerId: seller.id, ...state }),
    later: (days: number) => vi.setSystemTime(Date.now() + days * DAY),
    announce: () => announceVouches(shop.product.ctx),
    write: (as: Actor, dealId: string, rating: Rating = 'good', text: string | null = null) =>
      shop.call('PUT', `/api/deals/${dealId}/vouch`, { as, json: { rating, text } }),
  };
}
export type Vouching = Awaited<ReturnType<typeof openVouching>>;
