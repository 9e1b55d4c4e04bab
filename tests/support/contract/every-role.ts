import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { openConversation } from '../../../server/src/conversations/open-conversation.ts';
import { sendMessage } from '../../../server/src/conversations/send-message.ts';
import { holdListing } from '../../../server/src/deals/holds/hold-listing.ts';
import { makeOffer } from '../../../server/src/deals/offers/make-offer.ts';
import { issueCode } from '../../../server/src/items/listings/proof/issue-code.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import { unlimited } from '../../../server/src/platform/core/limits.ts';
import { mediaUrl } from '../../../server/src/platform/core/media-url.ts';
import { newChatImageKey, newPhotoKey } from '../../../server/src/platform/media/media-key.ts';
import { fileReport } from '../../../server/src/safety/reports/file-report.ts';
import { insertRows } from '../data/rows.ts';
import type { Member } from '../people/accounts.ts';
import { replaceApiKeys } from '../people/api-keys.ts';
import { addDeals, type DealFixtures } from '../people/deals.ts';
import { addAppealAndWarning } from '../people/decided.ts';
import {
  addDiscordChannel,
  addImport,
  addListing,
  addSearch,
  addWanted,
  addWebhook,
} from '../people/market.ts';
import { openWorld, type World, type WorldOptions } from '../world.ts';

const ROLES = ['visitor', 'other', 'owner', 'admin'] as const;
type Role = (typeof ROLES)[number];

/** The fixtures that calls use: each role finds them as if no call had been made before. */
export interface Fixtures extends DealFixtures {
  listingId: string;
  wantedId: string;
  /** The conversation of the items' owner and `other`, with one message. */
  conversationId: string;
  /** A photo in it. */
  photoMessageId: string;
  /** Started by the owner about a third member's listing, without a message. */
  emptyId: string;
  /** The message from `other`. */
  messageId: string;
  ownerId: string;
  /** A member unrelated to all others. */
  bystanderId: string;
  /** A stranger's open report about the listing. */
  reportId: string;
  /** The owner's open appeal against a decision that the bystander made. */
  appealId: string;
  /** A warning of the caller. */
  warningId: string;
  /** The open offer by `other`, for whom the listing is on hold. */
  offerId: string;
  /** An unused upload of the caller. */
  upload: string;
  /** A saved search of the owner. */
  searchId: string;
  /** The only API key of the owner. */
  keyId: string;
  /** An import of the owner that is done. */
  importId: string;
  /** A webhook of the owner, with a delivery. */
  webhookId: string;
  deliveryId: string;
  /** The owner's channel at Discord. */
  channelId: string;
  /** The code for a proof photo of the listing. */
  proofCode: string;
}

/** The status for each role: visitor, other, owner, admin. */
export type Row = [answers: [number, number, number, number], body?: (fixtures: Fixtures) => unknown];

async function makeFixtures(
  { db, product: { ctx } }: World,
  { other, owner }: Record<Exclude<Role, 'visitor'>, Member>,
  stranger: Actor,
  bystander: Actor,
  caller: Member | undefined,
): Promise<Fixtures> {
  const listingId = await addListing(db, owner.id);
  // Fixtures spend nobody's budget.
  const unlimitedCtx = { ...ctx, limits: unlimited };
  const open = async (by: Member, sellerId: string, about: string) =>
    (await openConversation(unlimitedCtx, by, { sellerId, listingId: about, isWTB: false })).conversation.id;
  const conversationId = await open(other, owner.id, listingId);
  const clientId = randomUUID();
  const text = { clientId, conversationId, type: 'text', content: 'Hello' } as const;
  const { id: messageId } = await sendMessage(ctx, other, text);
  const callerId = caller?.id ?? owner.id;
  const reported = { subject: 'listing', id: listingId, reason: 'scam', details: null } as const;
  const { report } = await fileReport(ctx, stranger, reported);
  const { appealId, warningId } = await addAppealAndWarning(db, {
    ...{ reporterId: stranger.id, memberId: owner.id, adminId: bystander.id },
    warnedId: callerId,
  });
  const { code: proofCode } = await issueCode(ctx, owner, listingId);
  const createdAt = new Date();
  if (callerId !== owner.id)
    await insertRows(db, 'savedItems', [
      {
        ...{ id: uuidv7(), memberId: callerId, listingId, savedAt: createdAt },
        ...{ savedPriceCents: 36_500, knownPriceCents: 36_500, knownState: 'available' as const },
      },
    ]);
  const key = newPhotoKey(callerId, 'front', createdAt);
  const chatKey = newChatImageKey(conversationId, 'seam', createdAt);
  const picture = { width: 3, height: 4, placeholder: 'AAAA', createdAt };
  await insertRows(db, 'uploads', [
    { ...picture, key, ownerId: callerId },
    { ...picture, key: chatKey, ownerId: other.id },
  ]);
  const photo = await sendMessage(ctx, other, {
    clientId: randomUUID(),
    conversationId,
    type: 'image',
    url: mediaUrl(chatKey),
  });
  await holdListing(ctx, owner, listingId, { conversationId, hours: 24 });
  const { offer } = await makeOffer(ctx, other, {
    ...{ conversationId, clientId: randomUUID() },
    ...{ amount: 30_000, listingPrice: 36_500 },
  });
  return {
    ...(await addDeals(db, { buyerId: other.id, sellerId: owner.id }, conversationId)),
    offerId: offer?.id ?? '',
    listingId,
    wantedId: await addWanted(db, owner.id),
    conversationId,
    messageId,
    photoMessageId: photo.id,
    emptyId: await open(owner, stranger.id, await addListing(db, stranger.id)),
    ownerId: owner.id,
    bystanderId: bystander.id,
    reportId: report.id,
    ...{ appealId, warningId },
    upload: mediaUrl(key),
    searchId: await addSearch(db, owner.id, 'brand=kapital&maxPrice=400'),
    keyId: await replaceApiKeys(db, owner),
    importId: await addImport(db, owner.id),
    ...(await addWebhook(ctx, owner.id)),
    channelId: await addDiscordChannel(ctx, owner),
    proofCode,
  };
}

const CLOSET_MATCH = encodeURIComponent(
  JSON.stringify({
    columns: { title: 0, brand: 1, category: 2, size: 3, condition: 4, price: 5, photos: [6] },
    all: {},
  }),
);

/** A call such as `GET /api/listings/:id`, with the ids of the fixtures. */
export const withIds = (call: string, fixtures: Fixtures): string =>
  call
    .replace('DELETE /api/listings/:id/sold', `DELETE /api/listings/${fixtures.soldId}/sold`)
    .replace('/wtb-listings/:id/deal', `/wtb-listings/${fixtures.foundId}/deal`)
    .replace('/listings/:id/deal', `/listings/${fixtures.soldId}/deal`)
    .replace('/deals/:id/answer', `/deals/${fixtures.proposedId}/answer`)
    .replace('/deals/:id', `/deals/${fixtures.dealId}`)
    .replace('/vouches/:id', `/vouches/${fixtures.vouchId}`)
    .replace('/offers/:id', `/offers/${fixtures.offerId}`)
    .replace('/listings/:id', `/listings/${fixtures.listingId}`)
    .replace('/wtb-listings/:id', `/wtb-listings/${fixtures.wantedId}`)
    .replace(/\/:id\/empty$/, `/${fixtures.emptyId}/empty`)
    .replace('/messages/:id/image', `/messages/${fixtures.photoMessageId}/image`)
    .replace('/reports/:id', `/reports/${fixtures.reportId}`)
    .replace('/appeals/:id', `/appeals/${fixtures.appealId}`)
    .replace('/warnings/:id', `/warnings/${fixtures.warningId}`)
    .replace('/saved-searches/:id', `/saved-searches/${fixtures.searchId}`)
    .replace('/keys/:id', `/keys/${fixtures.keyId}`)
    .replace('/closet/imports/:id', `/closet/imports/${fixtures.importId}`)
    .replace('POST /api/closet/imports', `POST /api/closet/imports?match=${CLOSET_MATCH}`)
    .replace('/webhooks/:id', `/webhooks/${fixtures.webhookId}`)
    .replace('/discord-channels/:id', `/discord-channels/${fixtures.channelId}`)
    .replace(':deliveryId', fixtures.deliveryId)
    .replace('/pages/:name', '/pages/privacy')
    // Any id: nothing is known of the end of an unknown session.
    .replace('/sessions/:id', `/sessions/${fixtures.listingId}`)
    .replace(':userId', fixtures.bystanderId)
    .replace('/conversations/:id', `/conversations/${fixtures.conversationId}`)
    .replace('/messages/:id', `/messages/${fixtures.messageId}`)
    .replace(':username', 'owner')
    .replace(/demand$/, 'demand?brand=Kapital')
    .replace('searches/preview', 'searches/preview?query=brand%3Dkapital')
    .replace(/search$/, 'search?q=hello');

/** A world with a member in each role, and the fixtures of the calls. */
export async function openRoles(options: WorldOptions = {}) {
  const world = await openWorld({ settings: { privacy: 'What is stored.' }, ...options });
  const people = {
    other: await world.join('other'),
    owner: await world.join('owner'),
    admin: await world.join('admin', { isAdmin: true }),
  };
  const [stranger, bystander] = [await world.join('stranger'), await world.join('bystander')];
  const make = (caller?: Member) => makeFixtures(world, people, stranger, bystander, caller);
  /** Calls with what a row of the table sends. */
  const call = (method: string, path: string, as: Member | undefined, body: unknown) =>
    world.call(method, path, { as: as ?? null, ...(body instanceof FormData ? { body } : { json: body }) });
  return { world, people, make, call };
}

/** The response to one call of the table in one role. */
export interface RoleAnswer {
  /** `GET /api/listings` */
  call: string;
  role: Role;
  status: number;
  headers: Headers;
  /** Empty for an event stream, which never ends. */
  text: string;
}

type Endpoint = World['product']['endpoints'][number];

/**
 * Makes every call of a table in every role; each call finds the fixtures as if no other had been made.
 * @param change changes what a call sends
 */
export async function callInEveryRole(
  table: Record<string, Row>,
  options: WorldOptions = {},
  change: (body: unknown, endpoint: Endpoint | undefined) => unknown = (body) => body,
) {
  const { world, people, make, call: send } = await openRoles(options);
  const { endpoints } = world.product;
  let fixtures = await make();
  const answers: RoleAnswer[] = [];
  for (const [call, [, body]] of Object.entries(table)) {
    const isGet = call.startsWith('GET ');
    const endpoint = endpoints.find(({ method, path }) => call === `${method.toUpperCase()} ${path}`);
    for (const role of ROLES) {
      const caller = role === 'visitor' ? undefined : people[role];
      // Only a successful call that is not a GET can have changed the fixtures.
      if (!isGet && caller) fixtures = await make(caller);
      const [method = '', path = ''] = withIds(call, fixtures).split(' ');
      const response = await send(method, path, caller, await change(body?.(fixtures), endpoint));
      const { status, headers } = response;
      const isStream = headers.get('content-type')?.startsWith('text/event-stream');
      if (isStream) await response.body?.cancel();
      answers.push({ call, role, status, headers, text: isStream ? '' : await response.text() });
    }
  }
  return { endpoints, answers };
}
