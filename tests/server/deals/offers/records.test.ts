import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import type { MessageHit } from '@selvedge/shared/conversations/message-search';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  answer,
  type Buyer,
  type Member,
  messagesOf,
  offer,
  openHaggling,
} from '../../../support/people/haggle.ts';
import { engines } from '../../../support/servers/database.ts';
import { startWorld, type World } from '../../../support/world.ts';

const ACCEPTED = 'Accepted the offer of $80.';

describe.each(engines())('what the product writes in a conversation (%s)', (engine) => {
  let server: World;
  let seller: Member;
  let buyer: Buyer;
  let listingId: string;
  beforeEach(async () => {
    server = await startWorld({ engine });
    const haggling = await openHaggling(server, ['juniper']);
    ({ seller } = haggling);
    [buyer] = haggling.buyers;
    listingId = haggling.listing.id;
  });
  afterEach(() => server.close());

  const newestOf = async (member: Member) =>
    (await messagesOf(member, buyer.conversationId)).at(-1) as Message;

  async function acceptOffer(): Promise<Message> {
    const made = await offer(buyer, buyer.conversationId, '80');
    expect((await answer(seller, made.offer?.id, 'accept')).status).toBe(200);
    // The hold that follows says nothing in the thread.
    return newestOf(seller);
  }

  async function askAboutDeal(): Promise<Message> {
    await seller.call('PATCH', `/api/listings/${listingId}/sold`);
    const { conversationId } = buyer;
    await seller.call('POST', `/api/listings/${listingId}/deal`, { conversationId });
    return newestOf(seller);
  }

  const answerDeal = (asked: Message, isYes: boolean) =>
    buyer.request('POST', `/api/deals/${asked.deal?.id}/answer`, { isYes });

  /** The refusal of an edit of a message by its sender. */
  async function editOf(by: Member, { id }: Message) {
    const response = await by.request('PATCH', `/api/messages/${id}`, {
      content: 'Accepted the offer of $95.',
    });
    return { status: response.status, ...((await response.json()) as { message: string }) };
  }

  test('the record of an acceptance cannot be edited', { tags: ['system-messages'] }, async () => {
    const record = await acceptOffer();
    expect(await editOf(seller, record)).toMatchObject({
      status: 409,
      message: 'The answer to an offer stays in the conversation.',
    });
    expect((await newestOf(buyer)).content).toBe(ACCEPTED);
  });

  test('the record of an acceptance cannot be unsent', { tags: ['system-messages'] }, async () => {
    const { id } = await acceptOffer();
    expect((await seller.request('DELETE', `/api/messages/${id}`)).status).toBe(409);
  });

  test('the record of an acceptance names its offer', async () => {
    const { record } = await acceptOffer();
    const [made] = (await messagesOf(buyer, buyer.conversationId)).filter((message) => message.offer);
    expect(record).toEqual({ kind: 'offer', offerId: made?.offer?.id, answer: 'accept', amount: '80.00' });
  });

  test('a typed acceptance is no record', { tags: ['system-messages'] }, async () => {
    const body = { conversationId: buyer.conversationId, type: 'text', content: ACCEPTED };
    await buyer.call('POST', '/api/messages', body);
    expect(await newestOf(seller)).not.toHaveProperty('record');
  });

  const inboxOf = (member: Member) => member.call<Conversation[]>('GET', '/api/conversations');
  const hitsOf = (member: Member) => member.call<MessageHit[]>('GET', '/api/messages/search?q=Accepted');
  const typeAcceptance = () =>
    buyer.call('POST', '/api/messages', {
      ...{ conversationId: buyer.conversationId, type: 'text', content: ACCEPTED },
    });

  test('the inbox marks an acceptance', { tags: ['system-messages'] }, async () => {
    await acceptOffer();
    expect(await inboxOf(buyer)).toMatchObject([{ lastMessage: { content: ACCEPTED, isStatement: true } }]);
  });

  test('the inbox marks no typed acceptance', { tags: ['system-messages'] }, async () => {
    await typeAcceptance();
    const [{ lastMessage } = {}] = await inboxOf(seller);
    expect([lastMessage?.content, lastMessage?.isStatement]).toEqual([ACCEPTED, undefined]);
  });

  test('a search marks only the acceptance itself', { tags: ['system-messages'] }, async () => {
    await acceptOffer();
    await typeAcceptance();
    expect((await hitsOf(seller)).map(({ isStatement }) => isStatement)).toEqual([undefined, true]);
  });

  test('the event of an acceptance marks the inbox', { tags: ['system-messages'] }, async () => {
    await acceptOffer();
    const received = server.events.filter(({ event }) => event === 'message:new');
    expect(received.at(-1)?.payload).toMatchObject({ conversation: { lastMessage: { isStatement: true } } });
  });

  test('the yes to a deal cannot be edited', async () => {
    await answerDeal(await askAboutDeal(), true);
    expect(await editOf(buyer, await newestOf(buyer))).toMatchObject({
      status: 409,
      message: 'What was said about a deal stays in the conversation.',
    });
  });

  test('a question answered with no cannot be edited', async () => {
    const asked = await askAboutDeal();
    await answerDeal(asked, false);
    expect(await editOf(seller, asked)).toMatchObject({
      status: 409,
      message: 'What was said about a deal stays in the conversation.',
    });
  });
});
