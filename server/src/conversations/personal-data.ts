import type { Database } from '../db/database.ts';
import { jsonListFile, type PersonalFile, type PersonalPart } from '../personal-data/part.ts';
import type { Conversing } from './context.ts';
import { dropImage } from './images/drop-image.ts';
import { imagesOf } from './images/queries.ts';
import type { InboxPlace } from './inbox-queries.ts';
import { listConversations } from './list-conversations.ts';
import { presentConversation, presentMessage } from './present.ts';
import { deleteConversation, deleteMessages, findNeedless, messagesAfter } from './queries.ts';

const PAGE = 100;

type Held = Pick<Conversing, 'db' | 'images'>;

async function* inbox(db: Database, personId: string) {
  let from: InboxPlace | null = null;
  do {
    const place: InboxPlace | null = from;
    const page: Awaited<ReturnType<typeof listConversations>> = await db.read((conn) =>
      listConversations(conn, personId, { limit: PAGE, from: place }),
    );
    yield page.rows.map((row) => presentConversation(row, personId));
    from = page.next;
  } while (from);
}

async function* messages({ db, images }: Held, id: string, personId: string) {
  let after = 0;
  for (;;) {
    const page = await db.read((conn) => messagesAfter(conn, { id, after, limit: PAGE }));
    yield page.map((row) => presentMessage(row, personId, images));
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.seq;
  }
}

async function* files(held: Held, personId: string): AsyncGenerator<PersonalFile> {
  const { db } = held;
  yield jsonListFile('conversations.json', inbox(db, personId));
  for await (const page of inbox(db, personId)) {
    for (const { id } of page) yield jsonListFile(`conversations/${id}.json`, messages(held, id, personId));
  }
}

/** What somebody has said and was told. It stays for the other person, as long as there is one. */
export const conversationsPart = (held: Held): PersonalPart => ({
  files: (personId) => files(held, personId),
  async erase(tx, personId) {
    for (const { id } of await findNeedless(tx, personId)) {
      for (const message of await imagesOf(tx, id)) await dropImage(held, tx, message);
      await deleteMessages(tx, id);
      await deleteConversation(tx, id);
    }
  },
});
