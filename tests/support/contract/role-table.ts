import { createECDH, randomUUID } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import { webpPicture } from '../data/pictures.ts';
import type { Fixtures, Row } from './every-role.ts';

const everybody: Row = [[200, 200, 200, 200]];
const ownersOnly = (status: number): Row[0] => [401, 403, status, 403];
const wanted = () => ({ title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' });
const listing = ({ upload }: Fixtures) => ({
  title: 'Ring coat',
  brand: 'Kapital',
  category: 'Outerwear',
  size: 'L',
  condition: 'Used',
  price: '365',
  images: [upload],
});
const PICTURE = await webpPicture(40, 60);
const pictureForm = () => {
  const form = new FormData();
  form.set('image', PICTURE, 'front.webp');
  return form;
};
const BRAND = await webpPicture(256, 256);
const brandForm = () => {
  const form = new FormData();
  form.set('image', BRAND, 'mark.webp');
  return form;
};
const CLOSET = zipSync({
  'closet.csv': strToU8(
    'title,brand,category,size,condition,price,photos\nCoat,Kapital,Outerwear,L,Used,5,a.webp',
  ),
  'a.webp': new Uint8Array(await PICTURE.arrayBuffer()),
});
const closetForm = () => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(CLOSET)]), 'closet.zip');
  return form;
};
const ADMINS_ONLY: Row[0] = [401, 403, 403, 200];
const PARTICIPANTS: Row[0] = [401, 200, 200, 404];

const SUBSCRIPTION = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/browser',
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: 'A'.repeat(22),
  },
};

/** Permissions: every call of the contract, with the status for each role. */
export const TABLE: Record<string, Row> = {
  'GET /api/health': everybody,
  'GET /api/ready': everybody,
  'GET /api/live': everybody,
  'GET /api/openapi.json': everybody,
  'GET /api/asyncapi.json': everybody,
  'GET /api/docs': everybody,
  'GET /api/login': [[302, 302, 302, 302]],
  'GET /api/listings': everybody,
  'GET /api/listing-sizes': everybody,
  'GET /api/suggestions': everybody,
  'GET /api/listings/:id': everybody,
  'GET /api/users/:username': everybody,
  'GET /api/users/:username/listings': everybody,
  'GET /api/users/:username/wtb-listings': everybody,
  'GET /api/wtb-listings': everybody,
  'GET /api/wtb-listings/:id': everybody,

  'POST /api/uploads/listings': [[401, 201, 201, 201], pictureForm],
  'POST /api/listings': [[401, 201, 201, 201], listing],
  'PUT /api/listings/:id': [ownersOnly(200), listing],
  'PATCH /api/listings/:id/sold': [ownersOnly(200)],
  'DELETE /api/listings/:id/sold': [ownersOnly(200)],
  'PATCH /api/listings/:id/discount': [ownersOnly(200), () => ({ newPrice: '300' })],
  'GET /api/listings/:id/discount': [ownersOnly(200)],
  'PATCH /api/listings/:id/price': [ownersOnly(200), () => ({ price: '300' })],
  'PATCH /api/listings/:id/bump': [ownersOnly(200)],
  'DELETE /api/listings/:id': [ownersOnly(204)],
  'DELETE /api/admin/listings/:id': [[401, 403, 403, 204]],
  'POST /api/proof-code': [[401, 200, 200, 200]],
  'POST /api/listings/:id/proof-code': [ownersOnly(200)],
  'PUT /api/listings/:id/proof-photo': [
    ownersOnly(200),
    ({ proofCode, upload }) => ({ code: proofCode, image: upload }),
  ],
  'DELETE /api/listings/:id/proof-photo': [ownersOnly(204)],

  'POST /api/wtb-listings': [[401, 201, 201, 201], wanted],
  'PUT /api/wtb-listings/:id': [ownersOnly(200), wanted],
  'PUT /api/wtb-listings/:id/bump': [ownersOnly(200)],
  'PUT /api/wtb-listings/:id/fulfill': [ownersOnly(200)],
  'DELETE /api/wtb-listings/:id': [ownersOnly(204)],

  'GET /api/conversations': [[401, 200, 200, 200]],
  'POST /api/conversations': [
    [401, 200, 400, 201],
    ({ listingId, ownerId }) => ({ sellerId: ownerId, listingId, isWTB: false }),
  ],
  'PATCH /api/conversations/:id': [PARTICIPANTS, () => ({ isArchived: true, isMuted: true })],
  'GET /api/conversations/:id/messages': [PARTICIPANTS],
  'POST /api/conversations/:id/images': [[401, 201, 201, 404], pictureForm],
  'GET /api/messages/:id/image': [PARTICIPANTS],
  'GET /api/messages/search': [[401, 200, 200, 200]],
  'POST /api/messages': [
    [401, 201, 201, 404],
    ({ conversationId }) => ({ conversationId, type: 'text', content: 'Hello' }),
  ],
  'PATCH /api/messages/:id': [[401, 200, 403, 404], () => ({ content: 'Hello there' })],
  'DELETE /api/messages/:id': [[401, 200, 403, 404]],
  'GET /api/conversations/:id/events': [PARTICIPANTS],
  'POST /api/conversations/:id/mark-read': [PARTICIPANTS, () => ({})],
  'POST /api/sync': [[401, 200, 200, 200], () => ({ conversations: {} })],
  'DELETE /api/conversations/:id/empty': [[401, 404, 204, 404]],

  'GET /api/listings/:id/interested': [ownersOnly(200)],
  'GET /api/wtb-listings/:id/interested': [ownersOnly(200)],
  'POST /api/listings/:id/deal': [ownersOnly(200), () => ({ conversationId: null })],
  'POST /api/wtb-listings/:id/deal': [ownersOnly(200), () => ({ conversationId: null })],
  'POST /api/deals/:id/answer': [[401, 204, 404, 404], () => ({ isYes: true })],
  'GET /api/deals': [[401, 200, 200, 200]],
  'GET /api/users/:username/vouches': everybody,
  'PUT /api/deals/:id/vouch': [PARTICIPANTS, () => ({ rating: 'good' })],
  'POST /api/vouches/:id/answer': [[401, 403, 204, 403], () => ({ text: 'Thank you' })],
  'DELETE /api/admin/vouches/:id': [[401, 403, 403, 204], () => ({ reason: 'Names a third person' })],
  'POST /api/conversations/:id/offers': [
    [401, 201, 201, 404],
    () => ({ clientId: randomUUID(), amount: '310', listingPrice: '365.00' }),
  ],
  'POST /api/offers/:id/accept': [[401, 403, 200, 404], () => ({ listingPrice: '365.00' })],
  'POST /api/offers/:id/decline': [[401, 403, 200, 404]],
  'POST /api/offers/:id/withdraw': [[401, 200, 403, 404]],
  'POST /api/listings/:id/hold': [ownersOnly(200), ({ conversationId }) => ({ conversationId, hours: 48 })],
  'DELETE /api/listings/:id/hold': [[401, 204, 204, 403]],
  'GET /api/listings/:id/line': [[401, 200, 200, 200]],
  // It is on hold for the one, and belongs to the other.
  'PUT /api/listings/:id/line': [[401, 409, 409, 200]],
  'DELETE /api/listings/:id/line': [[401, 200, 200, 200]],

  // Nobody saves their own.
  'PUT /api/listings/:id/saved': [[401, 204, 409, 204]],
  'PATCH /api/listings/:id/saved': [[401, 204, 404, 204], () => ({ targetPrice: '100' })],
  'DELETE /api/listings/:id/saved': [[401, 204, 204, 204]],
  'GET /api/listings/:id/saved': [ownersOnly(200)],
  'GET /api/saved': [[401, 200, 200, 200]],
  'GET /api/saved/ids': [[401, 200, 200, 200]],
  'GET /api/saved/settings': [[401, 200, 200, 200]],
  'PUT /api/saved/settings': [[401, 200, 200, 200], () => ({ isAnyDrop: true })],

  'GET /api/blocks': [[401, 200, 200, 200]],
  'PUT /api/blocks/:userId': [[401, 204, 204, 204]],
  'DELETE /api/blocks/:userId': [[401, 204, 204, 204]],
  'POST /api/reports': [
    [401, 201, 400, 201],
    ({ listingId }) => ({ subject: 'listing', id: listingId, reason: 'scam' }),
  ],
  'GET /api/admin/reports': [ADMINS_ONLY],
  'POST /api/visitor-reports': [
    [201, 201, 201, 201],
    ({ listingId }) => ({
      ...{ subject: 'listing', id: listingId, reason: 'scam' },
      email: `${randomUUID()}@example.com`,
    }),
  ],
  'GET /api/admin/reports/count': [ADMINS_ONLY],
  'POST /api/admin/reports/:id/resolve': [
    [401, 403, 403, 204],
    () => ({ action: 'dismiss', note: 'Nothing wrong' }),
  ],
  'POST /api/admin/appeals/:id/answer': [
    [401, 403, 403, 204],
    () => ({ outcome: 'uphold', reason: 'It was spam' }),
  ],
  'GET /api/warnings': [[401, 200, 200, 200]],
  'POST /api/warnings/:id/read': [[401, 204, 204, 204]],
  'GET /api/admin/log': [ADMINS_ONLY],
  'GET /api/admin/figures': [ADMINS_ONLY],
  'POST /api/setup': [[404, 404, 404, 404], () => ({ key: 'none' })],
  'PUT /api/setup/look': [[404, 404, 404, 404], () => ({ key: 'none', name: 'Tide', accent: '' })],
  'POST /api/setup/accent': [[404, 404, 404, 404], () => ({ key: 'none', accent: '#7a2048' })],
  'POST /api/setup/admin': [
    [404, 404, 404, 404],
    () => ({ key: 'none', email: 'a@example.com', username: 'first', password: 'raw denim, soaked once' }),
  ],
  'POST /api/admin/test-mail': [[401, 403, 403, 200]],
  'POST /api/auth/invite': [[204, 204, 204, 204], () => ({ invite: 'none' })],
  'GET /api/admin/invites': [ADMINS_ONLY],
  'POST /api/admin/invites': [[401, 403, 403, 201], () => ({})],
  'DELETE /api/admin/invites/:id': [[401, 403, 403, 404]],
  'GET /api/pages/:name': everybody,
  'GET /api/admin/instance': [ADMINS_ONLY],
  'GET /api/admin/instance/accent': [ADMINS_ONLY],
  'POST /api/admin/instance/preview': [ADMINS_ONLY, () => ({ text: '# Rules' })],
  'POST /api/admin/instance/logo': [ADMINS_ONLY, brandForm],
  'DELETE /api/admin/instance/logo': [ADMINS_ONLY],
  'POST /api/admin/instance/icon': [ADMINS_ONLY, brandForm],
  'DELETE /api/admin/instance/icon': [ADMINS_ONLY],
  'PATCH /api/admin/instance': [ADMINS_ONLY, () => ({ tagline: 'Clothes with a past' })],
  'GET /api/demand': [[401, 200, 200, 200]],
  'GET /api/matches': [[401, 200, 200, 200]],
  'POST /api/matches/seen': [[401, 204, 204, 204], ({ listingId }) => ({ ids: [listingId] })],
  'GET /api/wtb-listings/:id/matches': [[401, 404, 200, 404]],

  'GET /api/closet.zip': [[401, 200, 200, 200]],
  'POST /api/closet/preview': [[401, 200, 200, 200], closetForm],
  'POST /api/closet/imports': [[401, 201, 201, 201], closetForm],
  'GET /api/closet/imports': [[401, 200, 200, 200]],
  'GET /api/closet/imports/:id': [[401, 404, 200, 404]],
  'DELETE /api/closet/imports/:id': [[401, 404, 204, 404]],

  'GET /api/saved-searches': [[401, 200, 200, 200]],
  'POST /api/saved-searches': [
    [401, 201, 200, 201],
    () => ({ query: 'brand=kapital&maxPrice=400', alerts: 'instant' }),
  ],
  'GET /api/saved-searches/preview': [[401, 200, 200, 200]],
  'PATCH /api/saved-searches/:id': [[401, 404, 200, 404], () => ({ name: 'Coats', alerts: 'daily' })],
  'POST /api/saved-searches/:id/seen': [[401, 404, 204, 404]],
  'DELETE /api/saved-searches/:id': [[401, 404, 204, 404]],
  'GET /api/webhooks': [[401, 200, 200, 200]],
  'POST /api/webhooks': [
    [401, 201, 201, 201],
    () => ({ url: 'https://8.8.8.8/hook', events: ['deal.confirmed'] }),
  ],
  'PATCH /api/webhooks/:id': [[401, 404, 200, 404], () => ({ events: ['deal.confirmed'], isOn: true })],
  'DELETE /api/webhooks/:id': [[401, 404, 204, 404]],
  'POST /api/webhooks/:id/secret': [[401, 404, 200, 404]],
  'POST /api/webhooks/:id/ping': [[401, 404, 204, 404]],
  'GET /api/webhooks/:id/deliveries': [[401, 404, 200, 404]],
  'POST /api/webhooks/:id/deliveries/resend': [
    [401, 404, 200, 404],
    () => ({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }),
  ],
  'GET /api/webhooks/:id/deliveries/:deliveryId': [[401, 404, 200, 404]],
  'POST /api/webhooks/:id/deliveries/:deliveryId/resend': [[401, 404, 200, 404]],

  'GET /api/discord-channels': [[401, 200, 200, 200]],
  'POST /api/discord-channels': [
    [401, 201, 409, 201],
    () => ({ name: 'Finds', url: 'https://discord.com/api/webhooks/1/token' }),
  ],
  'PATCH /api/discord-channels/:id': [[401, 404, 200, 404], () => ({ name: 'Found' })],
  'DELETE /api/discord-channels/:id': [[401, 404, 204, 404]],

  'GET /api/dismissals': [[401, 200, 200, 200]],
  'PUT /api/dismissals/listings/:id': [[401, 204, 409, 204]],
  'DELETE /api/dismissals/listings/:id': [[401, 204, 204, 204]],
  'PUT /api/dismissals/sellers/:userId': [[401, 204, 204, 204]],
  'DELETE /api/dismissals/sellers/:userId': [[401, 204, 204, 204]],

  'GET /api/keys': [[401, 200, 200, 200]],
  'POST /api/keys': [[401, 201, 201, 201], () => ({ name: 'Bot', scopes: ['read', 'chat'], days: 90 })],
  'DELETE /api/keys/:id': [[401, 404, 204, 404]],

  'GET /api/notifications/key': everybody,
  'PUT /api/notifications/subscription': [[401, 204, 204, 204], () => SUBSCRIPTION],
  'DELETE /api/notifications/subscription': [
    [401, 204, 204, 204],
    () => ({ endpoint: SUBSCRIPTION.endpoint }),
  ],
  'GET /api/notices': [[401, 200, 200, 200]],
  'GET /api/notices/unread': [[401, 200, 200, 200]],
  'POST /api/notices/read': [[401, 204, 204, 204], ({ listingId }) => ({ ids: [listingId] })],
  'GET /api/notifications/settings': [[401, 200, 200, 200]],
  'PUT /api/notifications/settings': [
    [401, 204, 204, 204],
    () => ({ kind: 'message', by: 'mail', isOn: true }),
  ],

  'PUT /api/auth/user/business': [
    [401, 200, 200, 200],
    () => ({ name: 'Marlow GmbH', address: 'Main St. 1', email: 'shop@example.com' }),
  ],
  'DELETE /api/auth/user/business': [[401, 204, 204, 204]],
  'GET /api/auth/user': [[401, 200, 200, 200]],
  'POST /api/auth/signup': [
    [200, 200, 200, 200],
    () => ({ email: `${randomUUID()}@example.com`, password: 'raw denim, soaked once' }),
  ],
  'PATCH /api/auth/user': [[401, 200, 200, 200], () => ({ username: `member${randomUUID().slice(0, 8)}` })],
  'POST /api/auth/user/profile-image': [[401, 200, 200, 200], () => ({ profileImageUrl: null })],
  'GET /api/auth/sessions/:id/end': everybody,
  // Nothing is synced for members who have not signed in with Discord.
  'POST /api/auth/sync-discord': [[401, 403, 403, 403], () => ({ discord_id: '80351110224678912' })],
  'GET /api/auth/export': [[401, 200, 200, 200]],
  // Without a fresh proof, members cannot delete even their own account.
  'DELETE /api/auth/user': [[401, 403, 403, 403], () => ({})],
  // Last, because it ends the sessions.
  'POST /api/auth/signout': everybody,
};
