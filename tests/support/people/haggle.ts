import { randomUUID } from 'node:crypto';
import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import type { OfferAnswer } from '@selvedge/shared/deals/offers';
import type { Listing } from '@selvedge/shared/items/listings';
import { webpPicture } from '../data/pictures.ts';
import type { World } from '../world.ts';
import { joinWorld, type Person, type SignedUp, signUp } from './account.ts';

export type Member = Person | SignedUp;

/** A member who has written to the seller about the listing. */
export type Buyer = Member & { conversationId: string };

/** The price of the listing. */
export const PRICE = '365.00';

const enter = (at: World | string, name: string): Promise<Member> =>
  typeof at === 'string' ? signUp(at, name) : joinWorld(at, name);

async function writeTo(at: World | string, listing: Listing, name: string): Promise<Buyer> {
  const member = await enter(at, name);
  const { id } = await member.openConversation(listing);
  await member.call('POST', '/api/messages', { conversationId: id, type: 'text', content: 'Hello' });
  return Object.assign(member, { conversationId: id });
}

async function listAt(at: World | string): Promise<{ seller: Member; listing: Listing }> {
  if (typeof at === 'string') {
    const seller = await signUp(at, 'seller');
    return { seller, listing: await seller.list(await webpPicture(90, 120)) };
  }
  const seller = await joinWorld(at, 'seller');
  return { seller, listing: await seller.list() };
}

/**
 * A seller with one listing, and members who have written about it.
 * @param at a world, or the URL of another running product, at which they sign up
 */
export async function openHaggling<const N extends readonly string[]>(at: World | string, names: N) {
  const { seller, listing } = await listAt(at);
  const buyers = await Promise.all(names.map((name) => writeTo(at, listing, name)));
  return {
    seller,
    listing,
    buyers: buyers as { [K in keyof N]: Buyer },
    readListing: () => seller.call<Listing>('GET', `/api/listings/${listing.id}`),
  };
}

export const offerBody = (amount: string, more: object = {}) => ({
  ...{ clientId: randomUUID(), amount, listingPrice: PRICE },
  ...more,
});

/** Makes an offer over REST. */
export const offer = (by: Member, conversationId: string, amount: string) =>
  by.call<Message>('POST', `/api/conversations/${conversationId}/offers`, offerBody(amount));

/** Answers an offer over REST. */
export const answer = (by: Member, offerId: string | undefined, verb: OfferAnswer) =>
  by.request('POST', `/api/offers/${offerId}/${verb}`, { listingPrice: PRICE });

/** The messages of a conversation, as a member reads them. */
export const messagesOf = (by: Member, conversationId: string) =>
  by.call<Message[]>('GET', `/api/conversations/${conversationId}/messages`);

/** The states of the offers in a conversation, first offer first. */
export const statesIn = async (by: Member, conversationId: string) =>
  (await messagesOf(by, conversationId)).flatMap((message) => message.offer?.state ?? []);

/** A conversation as a member's inbox shows it. */
export async function conversationOf(by: Member, id: string): Promise<Conversation> {
  const found = (await by.call<Conversation[]>('GET', '/api/conversations')).find((one) => one.id === id);
  if (!found) throw new Error(`conversation ${id} is not in the inbox`);
  return found;
}
