import type { Database } from '../db/database.ts';
import { jsonListFile, type PersonalFile, type PersonalPart } from '../personal-data/part.ts';
import { listConversations } from './list-conversations.ts';
import { presentConversation, presentMessage } from './present.ts';
import {
  deleteConversation,
  deleteMessages,
  findNeedless,
  type InboxPlace,
  messagesAfter,
} from './queries.ts';

const PAGE = 100;

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

async function* messages(db: Database, id: string) {
  let after = 0;
  for (;;) {
    const page = await db.read((conn) => messagesAfter(conn, { id, after, limit: PAGE }));
    yield page.map(presentMessage);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.seq;
  }
}

async function* files(db: Database, personId: string): AsyncGenerator<PersonalFile> {
  yield jsonListFile('conversations.json', inbox(db, personId));
  for await (const page of inbox(db, personId)) {
    for (const { id } of page) yield jsonListFile(`conversations/${id}.json`, messages(db, id));
  }
}

/** What somebody has said and was told. It stays for the other person, as long as there is one. */
export const conversationsPart = ({ db }: { db: Database }): PersonalPart => ({
  files: (personId) => files(db, personId),
  async erase(tx, personId) {
    for (const { id } of await findNeedless(tx, personId)) {
      await deleteMessages(tx, id);
      await deleteConversation(tx, id);
    }
  },
});
