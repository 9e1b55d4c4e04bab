// Before the modules under test.
import '../../../../support/data/page.ts';

import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Offer } from '@selvedge/shared/deals/offers';
import type { Problem } from '@selvedge/shared/platform/errors';
import { SEQ_MAX } from '@selvedge/shared/platform/limits';
import { expect, test } from 'vitest';
import { endedOffersBetween } from '../../../../../web/src/conversations/store/inbox/announcements.ts';
import type { Ports } from '../../../../../web/src/conversations/store/session/ports.ts';
import { createMessaging } from '../../../../../web/src/conversations/store/store.ts';
import { C1, conversation, createWorld, ME, message, OTHER } from '../../factories.ts';

const LISTING = '01900000-0000-7000-8000-0000000000d1';
const CLIENT_ID = '01900000-0000-7000-9000-0000000000f1';
const offer = (changes: Partial<Offer> = {}): Offer => ({
  ...{ id: '01900000-0000-7000-8000-0000000000f0', amount: '340.00', state: 'open', by: OTHER },
  ...{ expiresAt: '2026-01-03T00:00:00.000Z', listingPrice: '365.00' },
  ...changes,
});

/** A thread with one offer, and a server that handles requests about offers by `reply`. */
async function open(reply: (name: string, input: unknown) => Message | Problem | 'lost') {
  const made = message(1, { offer: offer(), content: 'Offered $340, open for 48 hours.' });
  const { ports, world } = createWorld([made]);
  const sent: { name: string; input: unknown }[] = [];
  const live: Ports['live'] = {
    ...ports.live,
    async request(name, input) {
      if (!name.startsWith('offer:')) return ports.live.request(name, input);
      sent.push({ name, input });
      const answer = reply(name, input);
      if (answer === 'lost') throw new Error('timed out');
      const ack = 'code' in answer ? { ok: false, error: answer } : { ok: true, message: answer };
      // The port's types are generic over the name; this fake responds by name.
      return ack as never;
    },
  };
  const messaging = createMessaging({ ...ports, live });
  await messaging.startSession(ME);
  messaging.goOnline();
  await messaging.openInbox();
  await messaging.select({ kind: 'conversation', id: C1 });
  const shown = () => {
    const thread = messaging.store.getState().threads[C1];
    return thread?.status === 'ready' ? thread.messages : [];
  };
  return { messaging, sent, shown, made, requests: world.requests };
}

const terms = { clientId: CLIENT_ID, amount: '350', listingPrice: '365.00' };
const counter = message(2, { clientId: CLIENT_ID, senderId: ME, offer: offer({ by: ME, amount: '350.00' }) });

test('an offer appears in the thread with its ack', async () => {
  const { messaging, sent, shown } = await open(() => counter);
  await messaging.makeOffer(C1, terms);
  expect(sent).toEqual([{ name: 'offer:make', input: { conversationId: C1, ...terms } }]);
  expect(shown().at(-1)?.offer?.amount).toBe('350.00');
});

test('an offer counts as made once its message arrives', async () => {
  const { messaging } = await open(() => {
    messaging.receiveMessage({ message: counter, conversation: conversation(2) });
    return 'lost';
  });
  await expect(messaging.makeOffer(C1, terms)).resolves.toMatchObject({ clientId: CLIENT_ID });
});

test('an offer that cannot be sent is never queued', async () => {
  const { messaging, sent, shown } = await open(() => 'lost');
  await expect(messaging.makeOffer(C1, terms)).rejects.toMatchObject({ code: 'unavailable' });
  messaging.goOffline();
  messaging.goOnline();
  expect(sent).toHaveLength(1);
  expect(messaging.store.getState().outbox).toEqual([]);
  expect(shown()).toHaveLength(1);
});

test('a refusal fetches the conversation again', async () => {
  const problem = { code: 'conflict', message: 'The price has changed to $320. Look again.' } as const;
  const { messaging, made, requests } = await open(() => problem);
  requests.length = 0;
  await expect(messaging.answerOffer(made, 'accept', '365.00')).rejects.toEqual(problem);
  expect(requests).toEqual([
    { name: 'sync', input: expect.objectContaining({ conversations: { [C1]: SEQ_MAX } }) },
  ]);
});

test('an answer names the price that the member sees', async () => {
  const { messaging, sent, made } = await open(() =>
    message(1, { offer: offer({ state: 'accepted' }), changedSeq: 1 }),
  );
  await messaging.answerOffer(made, 'accept', '365.00');
  expect(sent[0]?.input).toEqual({ offerId: offer().id, answer: 'accept', listingPrice: '365.00' });
});

test('a changed offer replaces the loaded one', async () => {
  const { messaging, shown } = await open(() => 'lost');
  const before = messaging.store.getState();
  const changed = message(1, { offer: offer({ state: 'void' }), changedSeq: 1 });
  messaging.receiveChangedMessage({ message: changed, conversation: conversation(1, { changeSeq: 1 }) });
  expect(shown()[0]?.offer?.state).toBe('void');
  expect(endedOffersBetween(before, messaging.store.getState())).toEqual([
    'The offer of $340 is no longer valid.',
  ]);
});

test('selecting another thread closes the form for an offer', async () => {
  const { messaging } = await open(() => 'lost');
  messaging.openOfferForm();
  await messaging.select(null);
  expect(messaging.store.getState().isOffering).toBe(false);
});

test('a listing that goes on hold says so', async () => {
  const { messaging, requests } = await open(() => 'lost');
  const listing = {
    ...{
      id: LISTING,
      title: 'Ring coat',
      brand: 'Kapital',
      price: '365.00',
      isDiscounted: false,
      isSold: false,
    },
    ...{ isRemoved: false, images: [] },
  };
  const load = (changes: object) =>
    messaging.store.setState({
      conversations: { [C1]: conversation(1, { listing: { ...listing, ...changes } }) },
    });
  const hold = { until: '2026-01-03T00:00:00.000Z' };
  const shown = () => messaging.store.getState().conversations[C1]?.listing;
  // Only what conversations show of a listing.
  const received = (changes: object) => messaging.receiveListing({ ...listing, ...changes } as never);
  load({});
  requests.length = 0;
  received({ isOnHold: true });
  expect(shown()).toMatchObject({ isOnHold: true });
  expect(requests).toEqual([
    { name: 'sync', input: expect.objectContaining({ conversations: { [C1]: SEQ_MAX } }) },
  ]);
  load({ isOnHold: true, hold });
  received({ isOnHold: true, price: '320.00' });
  expect(shown()).toMatchObject({ hold, price: '320.00' });
  received({});
  expect(shown()?.isOnHold).toBeUndefined();
  expect(shown()).not.toHaveProperty('hold');
});
