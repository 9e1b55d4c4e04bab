import { randomUUID } from 'node:crypto';
import type { Problem } from '@selvedge/shared/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFailure } from '../../../web/src/conversations/store/errors.ts';
import { transparentPng } from '../../support/data/pictures.ts';
import { PASSWORD, signUp } from '../../support/people/account.ts';
import { engines } from '../../support/servers/database.ts';
import { type IdentityServer, startIdentity } from '../../support/servers/identity-server.ts';

type Person = Awaited<ReturnType<typeof signUp>>;
interface World {
  seller: Person;
  buyer: Person;
  stranger: Person;
  /** Has blocked the buyer. */
  blocker: Person;
  blockersListing: string;
  /** Of the seller: on sale, sold, taken off; and a request of theirs. */
  onSale: string;
  sold: string;
  removed: string;
  wanted: string;
  /** Between the two, and one with somebody who then deleted their account. */
  talk: string;
  talkWithNobody: string;
}

const about = (world: World, changes: object) => ({
  sellerId: world.seller.id,
  listingId: world.onSale,
  isWTB: false,
  ...changes,
});
const NOT_AVAILABLE = 'This listing is no longer available.';
const NOT_THEIRS = 'There was an error with the listing information.';
const YOURSELF = 'You cannot message yourself about your own listing.';

const starts: [what: string, body: (world: World) => object, says: string, reads: string][] = [
  [
    'a person who is not there',
    (world) => about(world, { sellerId: randomUUID() }),
    'Seller not found',
    'The seller account was not found. They may have deleted their account.',
  ],
  [
    'a listing that is not there',
    (world) => about(world, { listingId: randomUUID() }),
    'Listing not found',
    NOT_AVAILABLE,
  ],
  ['a sold listing', (world) => about(world, { listingId: world.sold }), NOT_AVAILABLE, NOT_AVAILABLE],
  ['a removed listing', (world) => about(world, { listingId: world.removed }), NOT_AVAILABLE, NOT_AVAILABLE],
  [
    'a request that is not there',
    (world) => about(world, { listingId: null, wtbListingId: randomUUID(), isWTB: true }),
    'WTB listing not found',
    NOT_AVAILABLE,
  ],
  [
    "somebody else's listing",
    (world) => about(world, { sellerId: world.stranger.id }),
    'Listing does not belong to the specified user',
    NOT_THEIRS,
  ],
  [
    "somebody else's request",
    (world) =>
      about(world, {
        sellerId: world.stranger.id,
        listingId: null,
        wtbListingId: world.wanted,
        isWTB: true,
      }),
    'WTB listing does not belong to the specified user',
    NOT_THEIRS,
  ],
  [
    'oneself',
    (world) => about(world, { sellerId: world.buyer.id }),
    'You cannot start a conversation with yourself',
    YOURSELF,
  ],
  [
    'oneself and a request',
    (world) =>
      about(world, { sellerId: world.buyer.id, listingId: null, wtbListingId: world.wanted, isWTB: true }),
    'You cannot start a conversation with yourself',
    'Cannot message yourself',
  ],
  [
    'a listing of somebody who has blocked one',
    (world) => about(world, { sellerId: world.blocker.id, listingId: world.blockersListing }),
    "You can't message this person.",
    "You can't message this person.",
  ],
  [
    'what is no reference',
    (world) => about(world, { sellerId: 'nobody' }),
    'Invalid user or listing reference',
    'The user or listing information is invalid.',
  ],
  [
    'anything else',
    (world) => about(world, { isWTB: 'yes' }),
    'Invalid input',
    'Failed to create conversation. Please try again.',
  ],
];

const TEXT = { type: 'text', content: 'Hello' };
const sends: [what: string, body: (world: World) => object, status: number, says: string][] = [
  [
    'nothing but white space',
    ({ talk }) => ({ ...TEXT, conversationId: talk, content: ' \n ' }),
    400,
    'Write something first',
  ],
  [
    'too long a text',
    ({ talk }) => ({ ...TEXT, conversationId: talk, content: 'x'.repeat(4_001) }),
    400,
    'Messages can be up to 4,000 characters',
  ],
  [
    'a photo that was never uploaded',
    ({ talk }) => ({ type: 'image', conversationId: talk, content: '', url: '/media/elsewhere.webp' }),
    400,
    'Please upload this photo again.',
  ],
  [
    'a conversation that is not there',
    () => ({ ...TEXT, conversationId: randomUUID() }),
    404,
    'Conversation not found',
  ],
  [
    'somebody who has deleted their account',
    ({ talkWithNobody }) => ({ ...TEXT, conversationId: talkWithNobody }),
    409,
    'They have deleted their account and cannot read this.',
  ],
];

describe.each(engines())('§8 texts of conversations (%s)', (engine) => {
  let server: IdentityServer;
  let world: World;
  beforeAll(async () => {
    server = await startIdentity(engine, { AUTH_AUTOCONFIRM: 'true' });
    const [seller, buyer, stranger, leaver, blocker] = await Promise.all(
      ['seller', 'buyer', 'stranger', 'leaver', 'blocker'].map((name) => signUp(server.url, name)),
    );
    if (!seller || !buyer || !stranger || !leaver || !blocker) throw new Error('somebody is missing');
    const [onSale, sold, removed] = [
      await seller.list(await transparentPng()),
      await seller.list(await transparentPng()),
      await seller.list(await transparentPng()),
    ];
    await seller.request('PATCH', `/api/listings/${sold.id}/sold`);
    await seller.request('DELETE', `/api/listings/${removed.id}`);
    const want = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' };
    const wanted = await seller.call<{ id: string }>('POST', '/api/wtb-listings', want);
    // A person is known from their first call on.
    await stranger.call('GET', '/api/auth/user');
    const talk = await buyer.talkAbout(onSale);
    await blocker.request('PUT', `/api/blocks/${buyer.id}`);
    const talkWithNobody = await buyer.talkAbout(await leaver.list(await transparentPng()));
    await buyer.call('POST', '/api/messages', { ...TEXT, conversationId: talkWithNobody.id });
    await leaver.request('DELETE', '/api/auth/user', { password: PASSWORD });
    world = {
      ...{ seller, buyer, stranger, wanted: wanted.id, talk: talk.id, talkWithNobody: talkWithNobody.id },
      ...{ blocker, blockersListing: (await blocker.list(await transparentPng())).id },
      ...{ onSale: onSale.id, sold: sold.id, removed: removed.id },
    };
  });
  afterAll(() => server.close());

  test.each(starts)('starting one about %s is refused in words for people', async (_, body, says, reads) => {
    const sent = body(world);
    const response = await world.buyer.request('POST', '/api/conversations', sent);
    const problem = (await response.json()) as Problem;
    expect(problem.message).toBe(says);
    expect(startFailure(problem, 'wtbListingId' in sent)).toBe(reads);
  });

  test('one that exists is opened, and the text for it stays in the catalogue', async () => {
    const response = await world.buyer.request('POST', '/api/conversations', about(world, {}));
    expect([response.status, ((await response.json()) as { id: string }).id]).toEqual([200, world.talk]);
    const problem: Problem = { code: 'conflict', message: 'Conversation already exists' };
    expect(startFailure(problem, false)).toBe('A conversation about this listing already exists.');
  });

  test('one that the server refused without a reason is told apart from one that it was never asked for', () => {
    const message = 'An unexpected error occurred. Please try again.';
    expect(startFailure({ code: 'internal', message }, false)).toBe(
      'Failed to create conversation. Please try again.',
    );
    expect(startFailure({ code: 'unavailable', message }, false)).toBe(
      'Failed to start conversation. Please try again.',
    );
  });

  test.each(sends)('a message to %s is refused with the words that its sender reads', async (...row) => {
    const [, body, status, says] = row;
    const response = await world.buyer.request('POST', '/api/messages', body(world));
    expect([response.status, ((await response.json()) as Problem).message]).toEqual([status, says]);
  });

  test('a stranger reads no more than that there is no such conversation', async () => {
    const send = { ...TEXT, conversationId: world.talk };
    const response = await world.stranger.request('POST', '/api/messages', send);
    expect(((await response.json()) as Problem).message).toBe('Conversation not found');
  });
});
