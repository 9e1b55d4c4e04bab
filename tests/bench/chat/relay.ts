import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Server } from 'socket.io';

/** What a stand-in does before it answers: nothing, a commit for each message, or one for all that wait. */
export type Keeping = 'nothing' | 'each' | 'grouped';

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

// A stand-in to measure the product by: the least that a relay can do. Whoever connects says who they are, and a
// conversation's id names its two. It is a process of its own, set by the environment as the product is.
const { PORT, DATA_DIR = '.', KEEPING } = process.env;

function createStore(keeping: string | undefined): (message: Stored, done: () => void) => void {
  if (keeping === 'nothing') return (_, done) => done();
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
  if (keeping === 'each') {
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

const store = createStore(KEEPING);
const http = createServer((_, response) => response.end());
const io = new Server(http, { transports: ['websocket'], serveClient: false });
io.on('connection', (socket) => {
  const senderId: string = socket.handshake.auth.token;
  void socket.join(senderId);
  socket.on('message:send', (sent: Sent, ack: (answer: object) => void) => {
    const message = { ...sent, id: randomUUID(), senderId, createdAt: new Date().toISOString() };
    store(message, () => {
      ack({ ok: true, message });
      // As the product does: each of the two hears of it on all their sockets.
      for (const personId of sent.conversationId.split('|')) io.to(personId).emit('message:new', { message });
    });
  });
});
http.listen(Number(PORT), 'localhost');
process.on('SIGTERM', () => process.exit(0));
