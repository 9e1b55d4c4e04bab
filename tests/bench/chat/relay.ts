import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { Server } from 'socket.io';
import { v7 as uuidv7 } from 'uuid';

/**
 * What a relay does before it acks: nothing, one commit per message, or one commit for all waiting messages
 * (SQLite or PostgreSQL).
 */
export type Durability = 'nothing' | 'each' | 'grouped' | 'postgres';

interface Sent {
  clientId: string;
  conversationId: string;
  type: string;
  content: string;
}
interface Stored extends Sent {
  id: string;
  senderId: string;
  createdAt: string;
}

// The minimal relay that the product is measured against. A client names itself when it connects, and a
// conversation's id contains both names. It runs as a child process, configured through the environment like
// the product.
const { PORT, DATA_DIR = '.', DATABASE_URL, DURABILITY } = process.env;

type Store = (message: Stored, done: () => void) => void;

async function createPostgresStore(): Promise<Store> {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  await client.query(
    'create table if not exists messages (id uuid primary key, client_id uuid, conversation_id text, sender_id text, content text, created_at timestamptz)',
  );
  const text =
    'insert into messages select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])';
  const columns = ['id', 'clientId', 'conversationId', 'senderId', 'content', 'createdAt'] as const;
  let waiting: { message: Stored; done: () => void }[] = [];
  let isBusy = false;
  async function drain(): Promise<void> {
    isBusy = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const values = columns.map((column) => batch.map(({ message }) => message[column]));
      await client.query({ name: 'put', text, values });
      for (const one of batch) one.done();
    }
    isBusy = false;
  }
  return (message, done) => {
    waiting.push({ message, done });
    if (!isBusy) void drain();
  };
}

function createStore(durability: string | undefined): Store {
  if (durability === 'nothing') return (_, done) => done();
  const sqlite = new Sqlite(join(DATA_DIR, 'relay.db'));
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.exec(
    'create table if not exists messages (id text primary key, client_id text, conversation_id text, sender_id text, content text, created_at text)',
  );
  const insert = sqlite.prepare(
    'insert into messages values (:id, :clientId, :conversationId, :senderId, :content, :createdAt)',
  );
  const begin = sqlite.prepare('begin immediate');
  const commit = sqlite.prepare('commit');
  const put = (messages: Stored[]) => {
    begin.run();
    for (const message of messages) insert.run(message);
    commit.run();
  };
  if (durability === 'each') {
    return (message, done) => {
      put([message]);
      done();
    };
  }
  let waiting: { message: Stored; done: () => void }[] = [];
  return (message, done) => {
    waiting.push({ message, done });
    if (waiting.length > 1) return;
    setImmediate(() => {
      const batch = waiting;
      waiting = [];
      put(batch.map((one) => one.message));
      for (const one of batch) one.done();
    });
  };
}

const store = DURABILITY === 'postgres' ? await createPostgresStore() : createStore(DURABILITY);
// The PostgreSQL reader relies on ascending ids.
const newId = DURABILITY === 'postgres' ? uuidv7 : randomUUID;
const http = createServer((_, response) => response.end());
const io = new Server(http, { transports: ['websocket'], serveClient: false });
io.on('connection', (socket) => {
  const senderId: string = socket.handshake.auth.token;
  void socket.join(senderId);
  socket.on('message:send', (sent: Sent, ack: (answer: object) => void) => {
    const message = { ...sent, id: newId(), senderId, createdAt: new Date().toISOString() };
    store(message, () => {
      ack({ ok: true, message });
      // Like the product: both participants receive the message on all their sockets.
      for (const personId of sent.conversationId.split('|')) io.to(personId).emit('message:new', { message });
    });
  });
});
http.listen(Number(PORT), 'localhost');
process.on('SIGTERM', () => process.exit(0));
