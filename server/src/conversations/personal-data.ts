import { basename } from 'node:path';
import type { Database } from '../db/database.ts';
import { jsonListFile, type PersonalFile, type PersonalPart } from '../personal-data/part.ts';
import { pictureFile } from '../uploads/media-url.ts';
import type { Conversing } from './context.ts';
import { dropImage } from './images/drop-image.ts';
import { imagesOf } from './images/queries.ts';
import type { InboxPlace } from './inbox-queries.ts';
import { listConversations } from './list-conversations.ts';
import { presentConversation, presentMessage } from './present.ts';
import {
  deleteConversation,
  deleteMessages,
  findNeedless,
  type MessageRow,
  messagesAfter,
} from './queries.ts';

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

/** Where the photo of a message lies in the archive: what was received lies with its conversation. */
const photoFile = ({ image, sender, conversationId }: MessageRow, personId: string): string | null => {
  if (!image) return null;
  return sender.id === personId
    ? pictureFile(image.key)
    : `conversations/${conversationId}/${basename(image.key)}`;
};

/** A message as it is in the archive: its photo is a file there, since its address is good for minutes only. */
function archived(row: MessageRow, personId: string, images: Held['images']) {
  const { imageUrl: _, ...message } = presentMessage(row, personId, images);
  return { ...message, imageFile: photoFile(row, personId) };
}

async function* pagesOf(db: Database, id: string): AsyncGenerator<MessageRow[]> {
  let after = 0;
  for (;;) {
    const page = await db.read((conn) => messagesAfter(conn, { id, after, limit: PAGE }));
    yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.seq;
  }
}

async function* messages({ db, images }: Held, id: string, personId: string) {
  for await (const page of pagesOf(db, id)) yield page.map((row) => archived(row, personId, images));
}

/** The photos that they were sent; their own come with all that they have uploaded. */
async function* received({ db, images }: Held, id: string, personId: string): AsyncGenerator<PersonalFile> {
  for await (const page of pagesOf(db, id)) {
    for (const row of page) {
      const path = photoFile(row, personId);
      if (!row.image || path === null || row.sender.id === personId) continue;
      yield { path, content: images.read(row.image.key), isPacked: true };
    }
  }
}

async function* files(held: Held, personId: string): AsyncGenerator<PersonalFile> {
  const { db } = held;
  yield jsonListFile('conversations.json', inbox(db, personId));
  for await (const page of inbox(db, personId)) {
    for (const { id } of page) {
      yield jsonListFile(`conversations/${id}.json`, messages(held, id, personId));
      yield* received(held, id, personId);
    }
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
