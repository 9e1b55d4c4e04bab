import { createServer } from 'node:http';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { Server } from 'socket.io';

// The minimal relay that the product is measured against: no validation, no sign-in, no retries. It stores one
// message row and updates one conversation row, commits the messages of an event-loop tick together, and sends
// each to its recipient only. It runs as a child process, configured through the environment like the product.
const { PORT, DATA_DIR = '.', DATABASE_URL } = process.env;

/** What the load sends; `from` and `id` are added here. */
interface Sent {
  conversation: number;
  to: number;
  text: string;
}
type Stored = Sent & { id: number; from: number; at: number };
/** Gives each message its id and resolves when all are on disk. */
type Store = (messages: Stored[]) => Promise<void> | void;

const SCHEMA = `
  create table if not exists conversations (
    id integer primary key, buyer_id integer, seller_id integer, last_message_id integer, last_sender_id integer,
    last_content text, last_type text, last_at bigint, buyer_unread integer default 0, seller_unread integer default 0
  );
  create table if not exists messages (
    id integer primary key, conversation_id integer, sender_id integer, type text, content text, created_at bigint
  );
  create index if not exists messages_of_conversation on messages (conversation_id, id);`;

function createSqliteStore(): Store {
  const db = new Sqlite(join(DATA_DIR, 'relay.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(SCHEMA);
  const open = db.prepare('insert or ignore into conversations (id, buyer_id, seller_id) values (?, ?, ?)');
  const insert = db.prepare(
    `insert into messages (conversation_id, sender_id, type, content, created_at) values (?, ?, 'text', ?, ?)`,
  );
  const update = db.prepare(`update conversations set
    last_message_id = :id, last_sender_id = :from, last_content = :text, last_type = 'text', last_at = :at,
    buyer_unread = buyer_unread + (seller_id = :from), seller_unread = seller_unread + (buyer_id = :from)
    where id = :conversation`);
  const opened = new Set<number>();
  const begin = db.prepare('begin immediate');
  const commit = db.prepare('commit');
  return (messages) => {
    begin.run();
    for (const message of messages) {
      const { conversation, from, to, text, at } = message;
      if (!opened.has(conversation)) open.run(conversation, from, to);
      opened.add(conversation);
      message.id = Number(insert.run(conversation, from, text, at).lastInsertRowid);
      update.run({ id: message.id, conversation, from, text, at });
    }
    commit.run();
  };
}

async function createPostgresStore(): Promise<Store> {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  await client.query(SCHEMA);
  // One statement, so one round trip and one commit.
  const text = `
    with bound as (
      select * from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::text[], $6::bigint[])
        as bound(id, conversation_id, from_id, to_id, content, at)
    ), stored as (
      insert into messages select id, conversation_id, from_id, 'text', content, at from bound
    ), latest as (
      select distinct on (conversation_id) *, count(*) over (partition by conversation_id) as added
      from bound order by conversation_id, id desc
    )
    insert into conversations as c
      select conversation_id, from_id, to_id, id, from_id, content, 'text', at, 0, added from latest
    on conflict (id) do update set
      last_message_id = excluded.last_message_id, last_sender_id = excluded.last_sender_id,
      last_content = excluded.last_content, last_at = excluded.last_at,
      seller_unread = c.seller_unread + excluded.seller_unread`;
  const columns = ['id', 'conversation', 'from', 'to', 'text', 'at'] as const;
  let lastId = 0;
  return async (messages) => {
    for (const message of messages) message.id = ++lastId;
    const values = columns.map((column) => messages.map((message) => message[column]));
    await client.query({ name: 'store', text, values });
  };
}

const store = DATABASE_URL ? await createPostgresStore() : createSqliteStore();
const online = new Map<number, (message: Stored) => void>();
let waiting: [Stored, ack: (id: number) => void][] = [];
let isStoring = false;

async function storeWaiting(): Promise<void> {
  isStoring = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    const stored = store(batch.map(([message]) => message));
    if (stored) await stored;
    for (const [message, ack] of batch) {
      ack(message.id);
      online.get(message.to)?.(message);
    }
  }
  isStoring = false;
}

const http = createServer((_, response) => response.end());
const io = new Server(http, { transports: ['websocket'], serveClient: false });
io.on('connection', (socket) => {
  const { user } = socket.handshake.auth as { user: number };
  online.set(user, (message) => socket.emit('message:new', message));
  socket.on('message:send', (sent: Sent, ack: (id: number) => void) => {
    waiting.push([{ ...sent, id: 0, from: user, at: Date.now() }, ack]);
    if (waiting.length === 1 && !isStoring) setImmediate(storeWaiting);
  });
  socket.on('disconnect', () => online.delete(user));
});
http.listen(Number(PORT), 'localhost');
process.on('SIGTERM', () => process.exit(0));
