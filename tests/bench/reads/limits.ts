import { join } from 'node:path';
import { serve } from '@hono/node-server';
import Sqlite from 'better-sqlite3';
import { type Context, Hono } from 'hono';

// The baseline for the product's reads, run as a child process and configured through the environment like
// the product. It serves cached public reads from a ready buffer of the requested size, and all others from
// prepared SQL as plain JSON. Authentication is a comparison with the one known token.
const { PORT, DATA_DIR = '.', TOKEN = '', PERSON_ID = '' } = process.env;
const MEDIA = '/media/';
const GRID = 60;

const db = new Sqlite(join(DATA_DIR, 'selvedge.db'), { readonly: true });

type Texts =
  | 'id'
  | 'conversation_id'
  | 'buyer_id'
  | 'seller_id'
  | 'listing_id'
  | 'wanted_id'
  | 'title'
  | 'category'
  | 'size'
  | 'condition'
  | 'brand'
  | 'photos'
  | 'content'
  | 'message_type'
  | 'sender_id'
  | 'client_id'
  | 'username'
  | 'buyer_name'
  | 'seller_name';
type Numbers =
  | 'seq'
  | 'last_seq'
  | 'change_seq'
  | 'price_cents'
  | 'is_sold'
  | 'is_admin'
  | 'buyer_admin'
  | 'seller_admin'
  | 'by_buyer'
  | 'by_seller'
  | 'buyer_read_seq'
  | 'seller_read_seq'
  | 'buyer_delivered_seq'
  | 'seller_delivered_seq'
  | 'message_at'
  | 'created_at'
  | 'bumped_at';
type Missing = 'original_price_cents' | 'removed_at' | 'seller_muted_at' | 'sold_at' | 'last_bump_at';
type Pictures = 'profile_image_key' | 'buyer_image' | 'seller_image';
type Row = Record<Texts, string> &
  Record<Numbers, number> &
  Record<Missing, number | null> &
  Record<Pictures | 'description', string | null>;

// `+?`, because SQLite would compile a join again for each new value of a plain `?`.
const inbox = db.prepare<[string, string, number, string, number], Row>(
  `select c.*, b.username buyer_name, b.profile_image_key buyer_image, b.is_admin buyer_admin,
     s.username seller_name, s.profile_image_key seller_image, s.is_admin seller_admin,
     l.title, l.brand, l.price_cents, l.original_price_cents, l.is_sold, l.removed_at, l.photos,
     m.sender_id, m.content, m.message_type, m.created_at message_at,
     exists (select 1 from blocks x where x.blocker_id = c.buyer_id and x.blocked_id = c.seller_id) by_buyer,
     exists (select 1 from blocks x where x.blocker_id = c.seller_id and x.blocked_id = c.buyer_id) by_seller
   from conversations c join users b on b.id = c.buyer_id join users s on s.id = c.seller_id
   left join listings l on l.id = c.listing_id left join messages m on m.conversation_id = c.id and m.seq = c.last_seq
   where c.seller_id = +? and c.seller_archived_at is null and (c.last_seq > 0 or c.creator_id = +?)
     and (c.last_message_at, c.id) < (+?, +?)
   order by c.last_message_at desc, c.id desc limit +?`,
);
const messages = db.prepare<[string, number], Row>(
  `select m.*, u.username, u.profile_image_key, u.is_admin from messages m join users u on u.id = m.sender_id
   where m.conversation_id = +? order by m.seq desc limit +?`,
);
const LISTINGS = `select l.id, l.seller_id, l.title, l.description, l.brand, l.category, l.size, l.condition,
    l.price_cents, l.original_price_cents, l.is_sold, l.sold_at, l.created_at, l.bumped_at, l.last_bump_at, l.photos,
    u.username, u.profile_image_key, u.is_admin
  from listings l join users u on u.id = l.seller_id where l.removed_at is null`;
const grid = db.prepare<[number, string, number], Row>(
  `${LISTINGS} and (l.bumped_at, l.id) < (+?, +?) order by l.bumped_at desc, l.id desc limit +?`,
);
const listing = db.prepare<[string], Row>(`${LISTINGS} and l.id = +?`);
const participants = db.prepare<[string], Row>('select buyer_id, seller_id from conversations where id = ?');

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));
const dollars = (cents: number) => (cents / 100).toFixed(2);
const picture = (key: string | null) => key && `${MEDIA}${key}`;
const person = (id: string, username: string, key: string | null, isAdmin: number) => ({
  id,
  username,
  profileImageUrl: picture(key),
  isAdmin: isAdmin === 1,
});

const conversation = (r: Row) => ({
  id: r.id,
  buyerId: r.buyer_id,
  sellerId: r.seller_id,
  listingId: r.listing_id,
  wtbListingId: r.wanted_id,
  isWTB: r.wanted_id !== null,
  listing: {
    id: r.listing_id,
    title: r.title,
    brand: r.brand,
    price: dollars(r.price_cents),
    isDiscounted: r.original_price_cents !== null,
    isSold: r.is_sold === 1,
    isRemoved: r.removed_at !== null,
    images: (JSON.parse(r.photos) as { key: string }[]).slice(0, 1).map(({ key }) => picture(key)),
  },
  wtbListing: null,
  buyer: person(r.buyer_id, r.buyer_name, r.buyer_image, r.buyer_admin),
  seller: person(r.seller_id, r.seller_name, r.seller_image, r.seller_admin),
  lastMessage: {
    senderId: r.sender_id,
    content: r.content,
    messageType: r.message_type,
    createdAt: iso(r.message_at),
  },
  lastSeq: r.last_seq,
  changeSeq: r.change_seq,
  readSeq: r.seller_read_seq,
  otherReadSeq: r.buyer_read_seq,
  deliveredSeq: Math.max(r.seller_delivered_seq, r.seller_read_seq),
  otherDeliveredSeq: Math.max(r.buyer_delivered_seq, r.buyer_read_seq),
  isRead: r.seller_read_seq >= r.last_seq,
  block: r.by_seller ? 'mine' : r.by_buyer ? 'theirs' : null,
  isArchived: false,
  isMuted: r.seller_muted_at !== null,
  createdAt: iso(r.created_at),
});

function card(r: Row) {
  const photos = JSON.parse(r.photos) as { key: string; placeholder: string }[];
  return {
    id: r.id,
    sellerId: r.seller_id,
    seller: person(r.seller_id, r.username, r.profile_image_key, r.is_admin),
    title: r.title,
    description: r.description,
    brand: r.brand,
    category: r.category,
    size: r.size,
    condition: r.condition,
    price: dollars(r.price_cents),
    ...(r.original_price_cents !== null && { originalPrice: dollars(r.original_price_cents) }),
    isDiscounted: r.original_price_cents !== null,
    isSold: r.is_sold === 1,
    soldAt: isoOrNull(r.sold_at),
    createdAt: iso(r.created_at),
    bumpedAt: iso(r.bumped_at),
    lastBumpAt: isoOrNull(r.last_bump_at),
    images: photos.map(({ key }) => picture(key)),
    placeholders: photos.map(({ placeholder }) => placeholder),
  };
}

const message = (r: Row) => ({
  id: r.id,
  seq: r.seq,
  conversationId: r.conversation_id,
  clientId: r.client_id,
  senderId: r.sender_id,
  sender: person(r.sender_id, r.username, r.profile_image_key, r.is_admin),
  messageType: r.message_type,
  content: r.content,
  imageUrl: null,
  createdAt: iso(r.created_at),
});

const isSignedIn = (c: Context) => c.req.header('authorization') === `Bearer ${TOKEN}`;

const buffers = new Map<number, Buffer<ArrayBuffer>>();
const bufferOf = (bytes: number): Buffer<ArrayBuffer> => {
  const known = buffers.get(bytes) ?? Buffer.alloc(bytes, ' ');
  buffers.set(bytes, known);
  return known;
};

const app = new Hono();
app.get('/api/ready', (c) => c.json({}));
app.get('/ready/:bytes', (c) =>
  c.body(bufferOf(Number(c.req.param('bytes'))), 200, { 'Content-Type': 'application/json' }),
);
const placeOf = (cursor = '') => Buffer.from(cursor, 'base64url').toString().split('.');
app.get('/api/listings', (c) => {
  const [at, id] = placeOf(c.req.query('cursor'));
  const rows = grid.all(Number(at), id ?? '', GRID + 1);
  const last = rows[GRID - 1];
  if (rows.length > GRID && last) {
    const next = Buffer.from(`${last.bumped_at}.${last.id}`).toString('base64url');
    c.header('Link', `</api/listings?cursor=${next}>; rel="next"`);
  }
  return c.json(rows.slice(0, GRID).map(card));
});
app.get('/api/listings/:id', (c) => {
  const row = listing.get(c.req.param('id'));
  return row ? c.json(card(row)) : c.json({}, 404);
});
app.get('/api/conversations', (c) => {
  if (!isSignedIn(c)) return c.json({}, 401);
  const limit = Number(c.req.query('limit'));
  const [at, id] = placeOf(c.req.query('cursor'));
  const rows = inbox.all(PERSON_ID, PERSON_ID, Number(at || 8e15), id ?? 'g', limit + 1);
  return c.json(rows.slice(0, limit).map(conversation));
});
app.get('/api/conversations/:id/messages', (c) => {
  if (!isSignedIn(c)) return c.json({}, 401);
  const id = c.req.param('id');
  const of = participants.get(id);
  if (of?.buyer_id !== PERSON_ID && of?.seller_id !== PERSON_ID) return c.json({}, 404);
  return c.json(
    messages
      .all(id, Number(c.req.query('limit')))
      .reverse()
      .map(message),
  );
});
serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' });
