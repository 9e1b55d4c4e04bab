import { randomUUID } from 'node:crypto';
import type { Problem } from '@selvedge/shared/platform/errors';
import { beforeAll, describe, expect, test } from 'vitest';
import { startFailure } from '../../../web/src/conversations/store/outbox/failure-texts.ts';
import { joinWorld, PASSWORD, type Person } from '../../support/people/account.ts';
import { engines } from '../../support/servers/database.ts';
import { worldForAll } from '../../support/world.ts';

interface Scene {
  seller: Person;
  buyer: Person;
  stranger: Person;
  /** A member who has blocked the buyer. */
  blocker: Person;
  blockersListing: string;
  /** The seller's listings: available, sold and removed; and a WTB. */
  onSale: string;
  sold: string;
  removed: string;
  wanted: string;
  /** A conversation between buyer and seller, and one with a member who has since deleted their account. */
  conversationId: string;
  withDeletedId: string;
}

const about = (scene: Scene, changes: object) => ({
  sellerId: scene.seller.id,
  listingId: scene.onSale,
  isWTB: false,
  ...changes,
});
const NOT_AVAILABLE = 'This listing is no longer available.';
const NOT_THEIRS = 'There was an error with the listing information.';
const YOURSELF = 'You cannot message yourself about your own listing.';

const starts: [what: string, body: (scene: Scene) => object, says: string, reads: string][] = [
  [
    'an unknown member',
    (scene) => about(scene, { sellerId: randomUUID() }),
    'Seller not found',
    'The seller account was not found. They may have deleted their account.',
  ],
  [
    'an unknown listing',
    (scene) => about(scene, { listingId: randomUUID() }),
    'Listing not found',
    NOT_AVAILABLE,
  ],
  ['a sold listing', (scene) => about(scene, { listingId: scene.sold }), NOT_AVAILABLE, NOT_AVAILABLE],
  ['a removed listing', (scene) => about(scene, { listingId: scene.removed }), NOT_AVAILABLE, NOT_AVAILABLE],
  [
    'an unknown WTB',
    (scene) => about(scene, { listingId: null, wtbListingId: randomUUID(), isWTB: true }),
    'WTB listing not found',
    NOT_AVAILABLE,
  ],
  [
    "a third member's listing",
    (scene) => about(scene, { sellerId: scene.stranger.id }),
    'Listing does not belong to the specified user',
    NOT_THEIRS,
  ],
  [
    "a third member's WTB",
    (scene) =>
      about(scene, {
        sellerId: scene.stranger.id,
        listingId: null,
        wtbListingId: scene.wanted,
        isWTB: true,
      }),
    'WTB listing does not belong to the specified user',
    NOT_THEIRS,
  ],
  [
    'oneself',
    (scene) => about(scene, { sellerId: scene.buyer.id }),
    'You cannot start a conversation with yourself',
    YOURSELF,
  ],
  [
    'oneself and a WTB',
    (scene) =>
      about(scene, { sellerId: scene.buyer.id, listingId: null, wtbListingId: scene.wanted, isWTB: true }),
    'You cannot start a conversation with yourself',
    'Cannot message yourself',
  ],
  [
    "a blocker's listing",
    (scene) => about(scene, { sellerId: scene.blocker.id, listingId: scene.blockersListing }),
    "You can't message this person.",
    "You can't message this person.",
  ],
  [
    'an invalid id',
    (scene) => about(scene, { sellerId: 'nobody' }),
    'Invalid user or listing reference',
    'The user or listing information is invalid.',
  ],
  [
    'any other invalid input',
    (scene) => about(scene, { isWTB: 'yes' }),
    'Invalid input',
    'Failed to create conversation. Please try again.',
  ],
];

const TEXT = { type: 'text', content: 'Hello' };
const sends: [what: string, body: (scene: Scene) => object, status: number, says: string][] = [
  [
    'only white space',
    ({ conversationId }) => ({ ...TEXT, conversationId, content: ' \n ' }),
    400,
    'Write something first',
  ],
  [
    'an overlong text',
    ({ conversationId }) => ({ ...TEXT, conversationId, content: 'x'.repeat(4_001) }),
    400,
    'Messages can be up to 4,000 characters',
  ],
  [
    'a photo that was never uploaded',
    ({ conversationId }) => ({ type: 'image', conversationId, content: '', url: '/media/elsewhere.webp' }),
    400,
    'Please upload this photo again.',
  ],
  [
    'a message to an unknown conversation',
    () => ({ ...TEXT, conversationId: randomUUID() }),
    404,
    'Conversation not found',
  ],
  [
    'a message to a deleted account',
    ({ withDeletedId }) => ({ ...TEXT, conversationId: withDeletedId }),
    409,
    'They have deleted their account and cannot read this.',
  ],
];

describe.each(engines())('texts of conversations (%s)', (engine) => {
  const server = worldForAll({ engine });
  let scene: Scene;
  beforeAll(async () => {
    const [seller, buyer, stranger, leaver, blocker] = await Promise.all(
      ['seller', 'buyer', 'stranger', 'leaver', 'blocker'].map((name) => joinWorld(server, name)),
    );
    if (!seller || !buyer || !stranger || !leaver || !blocker) throw new Error('a member is missing');
    const [onSale, sold, removed] = [await seller.list(), await seller.list(), await seller.list()];
    await seller.request('PATCH', `/api/listings/${sold.id}/sold`);
    await seller.request('DELETE', `/api/listings/${removed.id}`);
    const want = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' };
    const wanted = await seller.call<{ id: string }>('POST', '/api/wtb-listings', want);
    const conversation = await buyer.openConversation(onSale);
    await blocker.request('PUT', `/api/blocks/${buyer.id}`);
    const withDeleted = await buyer.openConversation(await leaver.list());
    await buyer.call('POST', '/api/messages', { ...TEXT, conversationId: withDeleted.id });
    await leaver.request('DELETE', '/api/auth/user', { password: PASSWORD });
    scene = {
      ...{
        seller,
        buyer,
        stranger,
        wanted: wanted.id,
        conversationId: conversation.id,
        withDeletedId: withDeleted.id,
      },
      ...{ blocker, blockersListing: (await blocker.list()).id },
      ...{ onSale: onSale.id, sold: sold.id, removed: removed.id },
    };
  });

  test.each(starts)(
    'starting a conversation about %s gets a readable refusal',
    async (_, body, says, reads) => {
      const sent = body(scene);
      const response = await scene.buyer.request('POST', '/api/conversations', sent);
      const problem = (await response.json()) as Problem;
      expect(problem.message).toBe(says);
      expect(startFailure(problem, 'wtbListingId' in sent)).toBe(reads);
    },
  );

  test('an existing conversation is opened', async () => {
    const response = await scene.buyer.request('POST', '/api/conversations', about(scene, {}));
    expect([response.status, ((await response.json()) as { id: string }).id]).toEqual([
      200,
      scene.conversationId,
    ]);
    const problem: Problem = { code: 'conflict', message: 'Conversation already exists' };
    expect(startFailure(problem, false)).toBe('A conversation about this listing already exists.');
  });

  test('a server error reads differently from an unreachable server', () => {
    const message = 'An unexpected error occurred. Please try again.';
    expect(startFailure({ code: 'internal', message }, false)).toBe(
      'Failed to create conversation. Please try again.',
    );
    expect(startFailure({ code: 'unavailable', message }, false)).toBe(
      'Failed to start conversation. Please try again.',
    );
  });

  test.each(sends)('sending %s gets a readable refusal', async (...row) => {
    const [, body, status, says] = row;
    const response = await scene.buyer.request('POST', '/api/messages', body(scene));
    expect([response.status, ((await response.json()) as Problem).message]).toEqual([status, says]);
  });

  test('a stranger reads that the conversation does not exist', async () => {
    const send = { ...TEXT, conversationId: scene.conversationId };
    const response = await scene.stranger.request('POST', '/api/messages', send);
    expect(((await response.json()) as Problem).message).toBe('Conversation not found');
  });
});
